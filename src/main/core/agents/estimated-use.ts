import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { DONE, ok, type Result } from '../../../shared/result.ts'
import { eventUsage } from '../../../shared/usage-totals.ts'
import type { EstimateLog } from '../ports/search-ports.ts'

const COUNTED: Result<null> = DONE

/**
 * Estimated tokens of every agent. The log is read once, at first use; later commits of any engine are added as they
 * arrive.
 */
export class EstimatedUse {
  readonly #log: EstimateLog
  readonly #counted = new Set<EventId>()
  readonly #tokens = new Map<AgentId, number>()
  #reading: Promise<Result<readonly AgentId[]>> | null = null

  constructor(log: EstimateLog) {
    this.#log = log
  }

  useOf(agentId: AgentId): number {
    return this.#tokens.get(agentId) ?? 0
  }

  /** Counts the event's estimate; returns whether it has one that was not counted yet. */
  add({ id, agentId, ...event }: AgentEvent): boolean {
    return this.#count(id, agentId, estimateIn(event))
  }

  /** Reads the log at the first call. `onCounted` is called once for every agent that has an estimate. */
  async read(onCounted: (agentId: AgentId) => void): Promise<Result<null>> {
    if (this.#reading !== null) {
      const read = await this.#reading
      return read.ok ? COUNTED : read
    }
    this.#reading = this.#read()
    const read = await this.#reading
    if (!read.ok) {
      this.#reading = null
      return read
    }
    for (const agentId of read.value) onCounted(agentId)
    return COUNTED
  }

  async #read(): Promise<Result<readonly AgentId[]>> {
    const found = await this.#log.estimates()
    if (!found.ok) return found
    const counted = found.value.filter(({ eventId, agentId, tokens }) => this.#count(eventId, agentId, tokens))
    return ok([...new Set(counted.map(({ agentId }) => agentId))])
  }

  #count(id: EventId, agentId: AgentId, tokens: number): boolean {
    if (tokens === 0 || this.#counted.has(id)) return false
    this.#counted.add(id)
    this.#tokens.set(agentId, this.useOf(agentId) + tokens)
    return true
  }
}

/** The part of the estimate that was not reported. An interrupted answer has often reported its input only. */
function estimateIn(event: Pick<NewEvent, 'kind' | 'data'>): number {
  const { data } = event
  const estimate = data !== null && 'estimated_tokens' in data ? (data.estimated_tokens ?? 0) : 0
  return Math.max(0, estimate - (eventUsage(event)?.totalTokens ?? 0))
}
