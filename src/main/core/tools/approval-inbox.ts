import type { ApprovalAnswer, ApprovalFeedItem, ApprovalRule, PendingApproval } from '../../../shared/approval.ts'
import { refused } from '../../../shared/app-error.ts'
import type { Outcome } from '../../../shared/contract.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Clock, FolderOf, PreparedCall, ToolCallSite } from '../ports.ts'
import { ApprovalFeeds } from './approval-feeds.ts'
import type { Approval, ApprovalGate } from './approval-gate.ts'
import { decideApproval, type PolicyQuestion } from './approval-policy.ts'
import type { ApprovalRules } from './approval-rules.ts'
import { exactPattern, offeredPatterns } from './match-pattern.ts'

export interface InboxDependencies {
  readonly rules: ApprovalRules
  readonly registry: AgentRegistry
  readonly hub: EventHub
  readonly clock: Clock
  readonly folderOf: FolderOf
  /** A person can be asked: there is a window. */
  readonly attended: boolean
  /** Rules of this run alone (`--allow`); they are not stored. */
  readonly runRules: readonly ApprovalRule[]
}

/** A question that waits for its answer. */
interface Question {
  readonly approval: PendingApproval
  readonly policy: PolicyQuestion
  readonly answer: (approval: Approval) => void
}

const ALLOWED: Approval = { type: 'allowed' }

/**
 * Decides by the rules, and keeps the questions for a person: one inbox over the whole tree. A question waits until it
 * is answered or its turn is cancelled, however long that takes.
 */
export class ApprovalInbox implements ApprovalGate {
  readonly #dependencies: InboxDependencies
  readonly #questions = new Map<string, Question>()
  readonly #feeds = new ApprovalFeeds()

  constructor(dependencies: InboxDependencies) {
    this.#dependencies = dependencies
  }

  async approve(tool: string, call: PreparedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval> {
    const { registry, folderOf, attended } = this.#dependencies
    const folder = await folderOf(site.agentId)
    if (!folder.ok) return { type: 'denied', message: folder.error.message }
    const policy = { tool, call, lineage: registry.tree.lineage(site.agentId), folder: folder.value }
    const rules = await this.#rules()
    if (!rules.ok) return { type: 'denied', message: `The rules for tools could not be read: ${rules.error.message}` }
    const action = decideApproval(policy, rules.value)
    if (action === 'allow') return ALLOWED
    if (action === 'deny') return { type: 'denied', message: `A rule of the person forbids this call of ${tool}.` }
    return attended ? this.#ask(policy, call, site, signal) : { type: 'denied', message: nobodyToAsk(tool, call) }
  }

  /** Begins with what waits now. Ends when the signal aborts or the inbox closes. */
  async *subscribe(signal: AbortSignal): AsyncGenerator<readonly ApprovalFeedItem[]> {
    yield* this.#feeds.subscribe(signal, async () => {
      const rules = await this.#dependencies.rules.all()
      const pending = [...this.#questions.values()].map(({ approval }) => approval)
      return { type: 'snapshot', pending, rules: rules.ok ? rules.value : [] }
    })
  }

  /** An answer that lasts is kept as a rule, and answers every other question that it settles. */
  async answer(approvalId: string, answer: ApprovalAnswer): Promise<Outcome<null>> {
    const question = this.#questions.get(approvalId)
    if (question === undefined) return { ok: false, error: refused('This question is not open any more.') }
    if (answer.type === 'allow') {
      const { tool, agentId } = question.approval
      const scope = answer.for === 'always' ? ({ type: 'everywhere' } as const) : { type: answer.for, agentId }
      const kept = await this.addRule({ tool, pattern: answer.pattern, action: 'allow', scope })
      if (!kept.ok) return kept
    }
    question.answer(answer.type === 'deny' ? declined(answer.reason) : ALLOWED)
    return { ok: true, value: null }
  }

  async rules(): Promise<Outcome<readonly ApprovalRule[]>> {
    return this.#dependencies.rules.all()
  }

  async addRule(rule: Parameters<ApprovalRules['add']>[0]): Promise<Outcome<null>> {
    return this.#rulesChanged(await this.#dependencies.rules.add(rule))
  }

  async revoke(ruleId: string): Promise<Outcome<null>> {
    return this.#rulesChanged(await this.#dependencies.rules.remove(ruleId))
  }

  close(): void {
    this.#feeds.close()
  }

  async #ask(policy: PolicyQuestion, call: PreparedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval> {
    const { registry, hub, clock } = this.#dependencies
    const { agentId, callId } = site
    if (signal.aborted) return CANCELLED
    const answered = Promise.withResolvers<Approval>()
    const cancel = (): void => answered.resolve(CANCELLED)
    signal.addEventListener('abort', cancel, { once: true })
    const approval = pendingApproval(policy, call, site, clock.now())
    this.#questions.set(callId, { approval, policy, answer: answered.resolve })
    registry.setActivity(agentId, { type: 'needs_approval' })
    hub.live(agentId, { type: 'approval_requested', id: callId })
    this.#feeds.publish({ type: 'requested', approval })
    const result = await answered.promise
    signal.removeEventListener('abort', cancel)
    this.#questions.delete(callId)
    this.#feeds.publish({ type: 'settled', id: callId })
    if (!signal.aborted && !this.#isAsked(agentId)) registry.setActivity(agentId, { type: 'tools' })
    return result
  }

  #isAsked(agentId: AgentId): boolean {
    return [...this.#questions.values()].some(({ approval }) => approval.agentId === agentId)
  }

  async #rules(): Promise<Outcome<readonly ApprovalRule[]>> {
    const stored = await this.#dependencies.rules.all()
    return stored.ok ? { ok: true, value: [...stored.value, ...this.#dependencies.runRules] } : stored
  }

  /** Open questions that the new rules answer are answered by them. */
  #rulesChanged(changed: Outcome<readonly ApprovalRule[]>): Outcome<null> {
    if (!changed.ok) return changed
    this.#feeds.publish({ type: 'rules', rules: changed.value })
    const rules = [...changed.value, ...this.#dependencies.runRules]
    for (const { policy, answer } of this.#questions.values()) {
      const action = decideApproval(policy, rules)
      if (action === 'allow') answer(ALLOWED)
      if (action === 'deny') answer(declined('A rule forbids it.'))
    }
    return { ok: true, value: null }
  }
}

const CANCELLED: Approval = { type: 'denied', message: 'Cancelled before anybody answered.' }

function declined(reason: string | undefined): Approval {
  const words = reason === undefined || reason === '' ? '' : ` ${reason}`
  return { type: 'denied', message: `The person declined this call.${words}` }
}

function pendingApproval(
  { tool }: PolicyQuestion,
  { subject, access, isInFolder, preview }: PreparedCall,
  { agentId, callId }: ToolCallSite,
  askedAt: number,
): PendingApproval {
  return {
    id: callId,
    agentId,
    tool,
    subject,
    access,
    isInFolder,
    ...(preview !== undefined && { preview }),
    askedAt,
    patterns: offeredPatterns(subject, access),
  }
}

/** For the model, which can tell the person what to do. */
function nobodyToAsk(tool: string, { subject }: PreparedCall): string {
  const quoted = `'${`${tool}:${exactPattern(subject)}`.replaceAll("'", `'\\''`)}'`
  return `${tool} needs a person's approval, and nobody can be asked in this run. To permit it: --allow ${tool}, or only this call: --allow ${quoted}`
}
