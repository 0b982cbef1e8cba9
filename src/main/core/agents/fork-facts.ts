import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { AnswerSource } from '../../../shared/answer-source.ts'
import type { AgentSummary, UnfinishedTurn } from '../../../shared/agent-summary.ts'
import { eventHas } from '../../../shared/event-facts.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { recordedError } from '../../../shared/recorded-error.ts'
import type { ForkFact, ForkFactLog } from '../ports/search-ports.ts'

type Facts = Pick<AgentSummary, 'forkReason' | 'lastMessageId' | 'lastActivityAt' | 'unfinished'>

const NONE: Facts = {}

/**
 * Why agents were forked, which is the newest message of each, and whether its newest turn is unfinished. The log is
 * read once; later commits of any engine are added as they arrive.
 */
export class ForkFacts {
  readonly #log: ForkFactLog
  readonly #facts = new Map<AgentId, Facts>()
  /** The newest event of each agent that ends or begins an unfinished turn. */
  readonly #ends = new Map<AgentId, EventId>()
  /** Why the newest turn of an agent failed. */
  readonly #failures = new Map<AgentId, AppError>()
  /** What each judge was forked to judge. */
  readonly #judged = new Map<AgentId, readonly AnswerSource[]>()
  /** The agents that were given a task of their own. */
  readonly #delegated = new Set<AgentId>()
  #reading: Promise<Result<readonly AgentId[]>> | null = null

  constructor(log: ForkFactLog) {
    this.#log = log
  }

  factsOf(agentId: AgentId): Facts {
    return this.#facts.get(agentId) ?? NONE
  }

  /** Returns why the newest turn of the agent failed; null: it did not. */
  failureOf(agentId: AgentId): AppError | null {
    return this.factsOf(agentId).unfinished?.type === 'failed' ? (this.#failures.get(agentId) ?? null) : null
  }

  /** Returns the agent whose facts the event changes; null: none. */
  add(event: AgentEvent): AgentId | null {
    const { id, kind, agentId, data, createdAt } = event
    if (kind === 'fork') {
      this.#set(data.child, { forkReason: data.reason ?? 'fork' })
      if (data.delegated === true) this.#delegated.add(data.child)
      this.#setJudged(data.child, data.reason, data.answers)
      return data.child
    }
    const isMessage = eventHas(event, 'message', 'whole')
    if (!isMessage && kind !== 'error' && !eventHas(event, 'context', 'edit')) return null
    if (isMessage) this.#setMessage(agentId, id, createdAt)
    this.#setEnd(agentId, id, unfinishedTurn(event), kind === 'error' ? recordedError(event.content ?? '', data) : null)
    return agentId
  }

  /** Reads the log at the first call. Returns the agents that something was found for; none at later calls. */
  async read(): Promise<Result<readonly AgentId[]>> {
    const earlier = this.#reading
    if (earlier !== null) return mapOk(await earlier, () => [])
    this.#reading = this.#read()
    const read = await this.#reading
    if (!read.ok) this.#reading = null
    return read
  }

  /** Reads the log again, for agents that were imported. */
  async readAgain(): Promise<Result<readonly AgentId[]>> {
    this.#reading = null
    return this.read()
  }

  /** Returns the agents that were forked to judge others. */
  async judges(): Promise<Result<ReadonlySet<AgentId>>> {
    const read = await this.read()
    if (!read.ok) return read
    return ok(new Set([...this.#facts].flatMap(([id, { forkReason }]) => (forkReason === 'judge' ? [id] : []))))
  }

  /** Returns the answers that the agent was forked to judge; none: it is no judge, or they are not known. */
  async judgedBy(agentId: AgentId): Promise<readonly AnswerSource[]> {
    await this.read()
    return this.#judged.get(agentId) ?? []
  }

  /** Whether the agent was forked for a task of its own. The log is read only if the fork is not known yet. */
  async isDelegated(agentId: AgentId): Promise<Result<boolean>> {
    if (this.factsOf(agentId).forkReason !== undefined) return ok(this.#delegated.has(agentId))
    return mapOk(await this.read(), () => this.#delegated.has(agentId))
  }

  async #read(): Promise<Result<readonly AgentId[]>> {
    const found = await this.#log.forkFacts()
    if (!found.ok) return found
    for (const {
      agentId,
      reason,
      delegated,
      judged,
      lastMessageId,
      lastActivityAt,
      unfinished,
      failure,
    } of found.value) {
      if (reason !== null) this.#set(agentId, { forkReason: reason })
      if (delegated === true) this.#delegated.add(agentId)
      this.#setJudged(agentId, reason, judged)
      if (lastMessageId !== null && lastActivityAt !== null) this.#setMessage(agentId, lastMessageId, lastActivityAt)
      if (unfinished !== null) this.#setEnd(agentId, unfinished.eventId, unfinished, failure ?? null)
    }
    return ok(found.value.map(({ agentId }) => agentId))
  }

  /** The read of the log and commits may arrive in any order. */
  #setMessage(agentId: AgentId, lastMessageId: EventId, lastActivityAt: string): void {
    if (lastMessageId > (this.factsOf(agentId).lastMessageId ?? 0))
      this.#set(agentId, { lastMessageId, lastActivityAt })
  }

  #setEnd(agentId: AgentId, eventId: EventId, turn: UnfinishedTurn | null, failure: AppError | null): void {
    if (eventId < (this.#ends.get(agentId) ?? 0)) return
    this.#ends.set(agentId, eventId)
    if (failure === null) this.#failures.delete(agentId)
    else this.#failures.set(agentId, failure)
    const { unfinished, ...others } = this.factsOf(agentId)
    if (turn !== null) this.#facts.set(agentId, { ...others, unfinished: turn })
    else if (unfinished !== undefined) this.#facts.set(agentId, others)
  }

  #setJudged(agentId: AgentId, reason: ForkFact['reason'] | undefined, answers: ForkFact['judged']): void {
    if (reason === 'judge' && answers != null) this.#judged.set(agentId, answers)
  }

  #set(agentId: AgentId, facts: Facts): void {
    this.#facts.set(agentId, { ...this.factsOf(agentId), ...facts })
  }
}

function unfinishedTurn({ id, kind, data }: AgentEvent): UnfinishedTurn | null {
  if (kind === 'error') return { type: 'failed', eventId: id }
  return kind === 'interrupted' && data.reason !== 'cancelled' ? { type: 'interrupted', eventId: id } : null
}
