import type { AgentEvent } from '../../../shared/agent-event.ts'
import { recordedOutcome } from '../../../shared/answer-end.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { JournalNews, JournalPlace, StreamJournal, JournalEvent } from '../ports/storage-ports.ts'

/** Interval between two reads while a turn is followed, ms. The journal itself is written within 250 ms. */
const READ_MS = 250

/**
 * Publishes what the turns of other engines stream, read from the journal that those engines write. Reads only while
 * such a turn runs and somebody in this engine is subscribed to its agent.
 */
export class TurnMirror {
  readonly #readJournal: StreamJournal['read']
  readonly #hub: EventHub
  readonly #clock: Clock
  readonly #closing = new AbortController()
  readonly #places = new Map<AgentId, JournalPlace>()
  #elsewhere: ReadonlySet<AgentId> = new Set()
  /** The agents of commits that arrived since the last read began. */
  readonly #committed = new Set<AgentId>()
  /** How the newest committed event says that the turn of each agent ended. */
  readonly #ends = new Map<AgentId, { readonly turnId: TurnId; readonly outcome: TurnOutcome }>()
  #isReading = false

  constructor(read: StreamJournal['read'], hub: EventHub, clock: Clock) {
    this.#readJournal = read
    this.#hub = hub
    this.#clock = clock
  }

  /** Sets the agents whose turns run in other engines. */
  follow(agentIds: ReadonlySet<AgentId>): void {
    this.#elsewhere = agentIds
    for (const [agentId, place] of this.#places) if (!agentIds.has(agentId)) this.#end(agentId, place)
    for (const agentId of this.#ends.keys()) if (!agentIds.has(agentId)) this.#ends.delete(agentId)
    if (!this.#isReading) void this.#readAll()
  }

  /** Must be called for every commit of another engine, before it is published. */
  onCommit(events: readonly AgentEvent[]): void {
    for (const event of events) {
      const { agentId, turnId } = event
      this.#committed.add(agentId)
      const outcome = recordedOutcome(event)
      if (turnId !== null && outcome !== null) this.#ends.set(agentId, { turnId, outcome })
    }
  }

  close(): void {
    this.#closing.abort()
  }

  async #readAll(): Promise<void> {
    const { signal } = this.#closing
    this.#isReading = true
    while (!signal.aborted) {
      const followed = [...this.#elsewhere].filter((id) => this.#hub.isFollowed(id))
      if (followed.length === 0) break
      await this.#read(followed)
      await this.#clock.sleep(READ_MS, signal)
    }
    this.#isReading = false
  }

  async #read(followed: readonly AgentId[]): Promise<void> {
    this.#committed.clear()
    const places = followed.map((agentId) => this.#places.get(agentId) ?? { agentId })
    const read = await this.#readJournal(places)
    if (!read.ok) return
    for (const news of read.value) {
      // A commit in the meantime may have recorded what was read: it is read again if it is still there.
      const isStale = this.#committed.has(news.place.agentId) || !this.#elsewhere.has(news.place.agentId)
      if (!isStale) this.#publish(news)
    }
  }

  #publish({ place, turn: { choice, events } }: JournalNews): void {
    const { agentId, turnId } = place
    const before = this.#places.get(agentId)
    this.#places.set(agentId, place)
    if (before?.turnId !== turnId) {
      this.#hub.live(agentId, {
        type: 'turn_started',
        turnId,
        model: wireModelName(choice),
        startedAt: this.#clock.now(),
      })
    }
    for (const event of events) {
      if (isShownLive(event)) this.#hub.live(agentId, event)
    }
  }

  /** How the turn ended is told by what it recorded. What was not seen to succeed did not. */
  #end(agentId: AgentId, { turnId }: JournalPlace): void {
    this.#places.delete(agentId)
    if (this.#hub.turn(agentId)?.turnId !== turnId) return
    const end = this.#ends.get(agentId)
    this.#hub.live(agentId, { type: 'turn_ended', turnId, outcome: end?.turnId === turnId ? end.outcome : 'failed' })
  }
}

type ShownLive = Exclude<JournalEvent, { readonly type: 'tool_result' | 'question' | 'block_data' | 'citations' }>

function isShownLive(event: JournalEvent): event is ShownLive {
  const { type } = event
  return type !== 'tool_result' && type !== 'question' && type !== 'block_data' && type !== 'citations'
}
