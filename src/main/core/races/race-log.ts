import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { RaceData } from '../../../shared/race.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { EventReader } from '../ports/log-ports.ts'
import { type RaceState, reduceRace } from './race-state.ts'

/** An error is among the last events of the turn that it ended. */
const LAST_EVENTS = 20

/** Reads and records what happens in one race. */
export class RaceLog {
  readonly #raceId: AgentId
  readonly #store: EventReader
  readonly #hub: EventRecorder
  readonly #read = new Map<AgentId, EventId>()
  #state: RaceState | null = null

  constructor(raceId: AgentId, store: EventReader, hub: EventRecorder) {
    this.#raceId = raceId
    this.#store = store
    this.#hub = hub
  }

  /** Returns the state by all that is recorded. REFUSED if the agent is not a race. */
  async state(): Promise<Result<RaceState>> {
    const own = await this.#news([this.#raceId])
    if (!own.ok) return own
    const begun = this.#state ?? own.value.reduce(reduceRace, null)
    const attempts = await this.#news(begun?.attempts.map(({ agentId }) => agentId) ?? [])
    if (!attempts.ok) return attempts
    const events = [...own.value, ...attempts.value].toSorted((a, b) => a.id - b.id)
    this.#state = events.reduce(reduceRace, this.#state)
    return this.#state === null ? refuse(`No race: ${this.#raceId}`) : ok(this.#state)
  }

  record(data: RaceData, content: string | null = null): Promise<Result<null>> {
    return this.recordAll([data], content)
  }

  /** Records all steps or none. */
  async recordAll(steps: readonly RaceData[], content: string | null = null): Promise<Result<null>> {
    const events = steps.map((data) => ({ agentId: this.#raceId, turnId: null, kind: 'race', content, data }) as const)
    return mapOk(await this.#hub.record({ events }), () => null)
  }

  /** Returns what the newest test run of an attempt printed. */
  async output(agentId: AgentId): Promise<Result<string>> {
    const events = await this.#store.events({ agentId: this.#raceId })
    return mapOk(
      events,
      (found) =>
        found.findLast(({ kind, data }) => kind === 'race' && data.step === 'tested' && data.agent === agentId)
          ?.content ?? '',
    )
  }

  /** Returns the newest error in the log of an attempt; null: there is none. */
  async error(agentId: AgentId): Promise<AgentEventOf<'error'> | null> {
    const events = await this.#store.events({ agentId, limit: LAST_EVENTS })
    if (!events.ok) return null
    return events.value.findLast((event): event is AgentEventOf<'error'> => event.kind === 'error') ?? null
  }

  async #news(agents: readonly AgentId[]): Promise<Result<readonly AgentEvent[]>> {
    const all: AgentEvent[] = []
    for (const agentId of agents) {
      const afterId = this.#read.get(agentId) ?? 0
      const events = await this.#store.events({ agentId, afterId })
      if (!events.ok) return events
      all.push(...events.value)
      this.#read.set(agentId, events.value.at(-1)?.id ?? afterId)
    }
    return ok(all)
  }
}
