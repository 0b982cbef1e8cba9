import {
  type ApprovalAnswer,
  type ApprovalFeedItem,
  type ApprovalRule,
  type PendingApproval,
  questionId,
  type Settlement,
} from '../../../shared/approval.ts'
import { deniedEnd } from '../../../shared/call-end.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { abortedCallEnd } from '../agents/engine-closing.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { StreamJournal } from '../ports/storage-ports.ts'
import type { ToolCallSite } from '../ports/tool-ports.ts'
import type { Approval } from './approval-gate.ts'
import { FeedQueue } from '../events/feed-queue.ts'

/** Asks users. */
export interface Questions {
  ask(question: Question): Promise<Approval>
  settle(id: string, approval: Approval): void
}

export interface Question {
  readonly approval: PendingApproval
  /** Handles the user's answer. What must be stored is stored when it resolves. */
  readonly accept: (answer: ApprovalAnswer) => Promise<Result<Approval>>
  /** Aborting it withdraws the question. */
  readonly signal: AbortSignal
}

/** Returns what a question about a call has in any case. */
export function askedBy({ agentId, callId, question }: ToolCallSite): {
  readonly id: string
  readonly agentId: AgentId
  readonly callId: string
} {
  const id = questionId(agentId, callId)
  return { id: question === undefined ? id : `${id}/${question}`, agentId, callId }
}

export const ALLOWED: Approval = { type: 'allowed' }
/** A new rule settles an open question. */
export const FORBIDDEN: Approval = { type: 'denied', message: 'The user declined this call. A rule forbids it.' }
const CANCELLED = 'Cancelled before anybody answered.'

const WRONG_ANSWER = 'This question takes another kind of answer.'

/** Returns whether a question can be answered in this way: no answer to a form allows a call. */
function fits({ access, serverQuestion }: PendingApproval, { type }: ApprovalAnswer): boolean {
  if (type === 'deny') return true
  if (type === 'fill' || type === 'cancel') return serverQuestion !== undefined
  return serverQuestion === undefined && (access === 'question') === (type === 'reply')
}

function settlementOf({ type }: ApprovalAnswer): Settlement {
  if (type === 'deny' || type === 'cancel') return 'denied'
  return type === 'reply' || type === 'fill' ? 'answered' : 'allowed'
}

export function declined(reason: string | undefined): Approval {
  const suffix = reason === undefined || reason === '' ? '' : ` ${reason}`
  return { type: 'denied', message: `The user declined this call.${suffix}`, end: deniedEnd(reason) }
}

interface OpenQuestion {
  readonly question: Question
  readonly settle: (end: QuestionEnd) => void
}

interface QuestionEnd {
  readonly approval: Approval
  readonly how: Settlement
}

/**
 * The open questions of all agents in the tree. A question waits, without a timeout, until it is answered or withdrawn.
 */
export class QuestionInbox implements Questions {
  readonly #registry: AgentRegistry
  readonly #hub: EventHub
  readonly #journal: StreamJournal
  readonly #open = new Map<string, OpenQuestion>()
  readonly #feeds = new ApprovalFeeds()

  /** `journal` keeps which questions are open, so that it is known after a crash. */
  constructor(registry: AgentRegistry, hub: EventHub, journal: StreamJournal) {
    this.#registry = registry
    this.#hub = hub
    this.#journal = journal
  }

  async ask(question: Question): Promise<Approval> {
    const { approval, signal } = question
    const cancelled = (): Approval => ({ type: 'denied', message: CANCELLED, end: abortedCallEnd(signal, true) })
    if (signal.aborted) return cancelled()
    const note = this.#noteOf(approval)
    const settled = Promise.withResolvers<QuestionEnd>()
    const withdraw = (): void => settled.resolve({ approval: cancelled(), how: 'withdrawn' })
    signal.addEventListener('abort', withdraw, { once: true })
    this.#open.set(approval.id, { question, settle: settled.resolve })
    this.#registry.setActivity(approval.agentId, { type: 'needs_approval' })
    note(true)
    this.#hub.live(approval.agentId, { type: 'approval_requested', id: approval.id })
    this.#feeds.publish({ type: 'requested', approval })
    const end = await settled.promise
    signal.removeEventListener('abort', withdraw)
    this.#open.delete(approval.id)
    note(false)
    this.#feeds.publish({ type: 'settled', id: approval.id, how: end.how })
    if (!signal.aborted && !this.#isAsked(approval.agentId))
      this.#registry.setActivity(approval.agentId, { type: 'tools' })
    return end.approval
  }

  /** Returns a function that journals whether a question about a call is open. */
  #noteOf({ id, agentId, callId }: PendingApproval): (isOpen: boolean) => void {
    const turn = this.#hub.turn(agentId)
    if (turn === null || callId === undefined) return () => undefined
    return (isOpen) => this.#journal.append(turn.turnId, { type: 'question', id, callId, isOpen })
  }

  /** Returns an open question; undefined: it is not open any more. */
  find(id: string): PendingApproval | undefined {
    return this.#open.get(id)?.question.approval
  }

  async answer(id: string, answer: ApprovalAnswer): Promise<Result<null>> {
    const open = this.#open.get(id)
    if (open === undefined) return refuse('This question is not open any more.')
    if (!fits(open.question.approval, answer)) return refuse(WRONG_ANSWER)
    const accepted = await open.question.accept(answer)
    if (!accepted.ok) return accepted
    open.settle({ approval: accepted.value, how: settlementOf(answer) })
    return DONE
  }

  /**
   * Settles a question without the user's answer, for example because of a rule or a raised budget. A question that is
   * no longer open is ignored.
   */
  settle(id: string, approval: Approval): void {
    this.#open.get(id)?.settle({ approval, how: approval.type })
  }

  rulesChanged(rules: readonly ApprovalRule[]): void {
    this.#feeds.publish({ type: 'rules', rules })
  }

  /** Streams the inbox, beginning with the open questions, until the signal aborts or the inbox closes. */
  async *subscribe(
    signal: AbortSignal,
    rules: () => Promise<readonly ApprovalRule[]>,
  ): AsyncGenerator<readonly ApprovalFeedItem[]> {
    yield* this.#feeds.subscribe(signal, async () => {
      const known = await rules()
      const pending = [...this.#open.values()].map(({ question }) => question.approval)
      return { type: 'snapshot', pending, rules: known }
    })
  }

  close(): void {
    this.#feeds.close()
  }

  #isAsked(agentId: AgentId): boolean {
    return [...this.#open.values()].some(({ question }) => question.approval.agentId === agentId)
  }
}

/** Most waiting changes per subscriber; more are replaced by a snapshot. */
const MAX_WAITING = 500

/** The subscribers of the inbox, each with bounded memory. */
class ApprovalFeeds {
  readonly #queues = new Map<FeedQueue<ApprovalFeedItem>, () => Promise<ApprovalFeedItem>>()

  publish(item: ApprovalFeedItem): void {
    for (const [queue, snapshot] of this.#queues) {
      if (queue.length < MAX_WAITING) queue.push(item)
      else void this.#startOver(queue, snapshot)
    }
  }

  async *subscribe(
    signal: AbortSignal,
    snapshot: () => Promise<ApprovalFeedItem>,
  ): AsyncGenerator<readonly ApprovalFeedItem[]> {
    if (signal.aborted) return
    const queue = new FeedQueue<ApprovalFeedItem>()
    const stop = (): void => queue.close()
    signal.addEventListener('abort', stop, { once: true })
    // Changes that happen while the snapshot is made are delivered after it. Delivering a change twice is harmless.
    this.#queues.set(queue, snapshot)
    try {
      yield [await snapshot()]
      yield* queue.batches()
    } finally {
      this.#queues.delete(queue)
      signal.removeEventListener('abort', stop)
    }
  }

  close(): void {
    for (const queue of this.#queues.keys()) queue.close()
  }

  async #startOver(queue: FeedQueue<ApprovalFeedItem>, snapshot: () => Promise<ApprovalFeedItem>): Promise<void> {
    queue.clear()
    queue.push(await snapshot())
  }
}
