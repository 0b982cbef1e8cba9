import type { ApprovalAnswer, ApprovalFeedItem, ApprovalRule, PendingApproval } from '../../../shared/approval.ts'
import type { Outcome } from '../../../shared/contract.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { Clock, FolderOf, PreparedCall, ToolCallSite } from '../ports.ts'
import type { Approval, ApprovalGate } from './approval-gate.ts'
import { decideApproval, type PolicyQuestion } from './approval-policy.ts'
import type { ApprovalRules } from './approval-rules.ts'
import { exactPattern } from './match-pattern.ts'
import { offeredPatterns } from './offer-patterns.ts'
import { ALLOWED, declined, type QuestionInbox } from './question-inbox.ts'

export interface InboxDependencies {
  readonly rules: ApprovalRules
  readonly questions: QuestionInbox
  readonly tree: AgentTree
  readonly clock: Clock
  readonly folderOf: FolderOf
  /** A person can be asked: there is a window. */
  readonly attended: boolean
  /** Rules of this run alone (`--allow`); they are not stored. */
  readonly runRules: readonly ApprovalRule[]
}

/** Decides calls by the rules, and asks a person where they say so. */
export class ApprovalInbox implements ApprovalGate {
  readonly #dependencies: InboxDependencies
  readonly #asked = new Map<string, PolicyQuestion>()
  #lastDecision: Promise<unknown> = Promise.resolve()

  constructor(dependencies: InboxDependencies) {
    this.#dependencies = dependencies
  }

  /** Decisions are made in the order of the calls, so that a person is asked in that order too. */
  async approve(tool: string, call: PreparedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval> {
    const decided = this.#lastDecision.then(() => this.#decide(tool, call, site))
    // A fault ends the call that it happened to, not all that come after.
    this.#lastDecision = decided.catch(() => undefined)
    const decision = await decided
    if (decision.type !== 'ask') return decision
    return this.#dependencies.attended
      ? this.#ask(decision.policy, call, site, signal)
      : { type: 'denied', message: nobodyToAsk(tool, call) }
  }

  subscribe(signal: AbortSignal): AsyncIterable<readonly ApprovalFeedItem[]> {
    const { questions, rules } = this.#dependencies
    return questions.subscribe(signal, async () => {
      const known = await rules.all()
      return known.ok ? known.value : []
    })
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

  async #decide(
    tool: string,
    call: PreparedCall,
    { agentId }: ToolCallSite,
  ): Promise<Approval | { readonly type: 'ask'; readonly policy: PolicyQuestion }> {
    const { tree, folderOf } = this.#dependencies
    const folder = await folderOf(agentId)
    if (!folder.ok) return { type: 'denied', message: folder.error.message }
    const policy = { tool, call, lineage: tree.lineage(agentId), folder: folder.value }
    const rules = await this.#effectiveRules()
    if (!rules.ok) return { type: 'denied', message: `The rules for tools could not be read: ${rules.error.message}` }
    const action = decideApproval(policy, rules.value)
    if (action === 'ask') return { type: 'ask', policy }
    if (action === 'allow') return ALLOWED
    return { type: 'denied', message: `A rule of the person forbids this call of ${tool}.` }
  }

  async #ask(policy: PolicyQuestion, call: PreparedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval> {
    const { questions, clock } = this.#dependencies
    const approval = pendingApproval(policy, call, site, clock.now())
    this.#asked.set(approval.id, policy)
    const result = await questions.ask({ approval, signal, accept: (answer) => this.#accept(approval, answer) })
    this.#asked.delete(approval.id)
    return result
  }

  /** An answer that lasts is kept as a rule, and answers every other question that it settles. */
  async #accept({ tool, agentId }: PendingApproval, answer: ApprovalAnswer): Promise<Outcome<Approval>> {
    if (answer.type === 'deny') return { ok: true, value: declined(answer.reason) }
    if (answer.type === 'allow') {
      const scope = answer.for === 'always' ? ({ type: 'everywhere' } as const) : { type: answer.for, agentId }
      const kept = await this.addRule({ tool, pattern: answer.pattern, action: 'allow', scope })
      if (!kept.ok) return kept
    }
    return { ok: true, value: ALLOWED }
  }

  async #effectiveRules(): Promise<Outcome<readonly ApprovalRule[]>> {
    const stored = await this.#dependencies.rules.all()
    return stored.ok ? { ok: true, value: [...stored.value, ...this.#dependencies.runRules] } : stored
  }

  /** Open questions that the new rules answer are answered by them. */
  #rulesChanged(changed: Outcome<readonly ApprovalRule[]>): Outcome<null> {
    if (!changed.ok) return changed
    const { questions, runRules } = this.#dependencies
    questions.rulesChanged(changed.value)
    const rules = [...changed.value, ...runRules]
    for (const [id, policy] of this.#asked) {
      const action = decideApproval(policy, rules)
      if (action === 'allow') questions.settle(id, ALLOWED)
      if (action === 'deny') questions.settle(id, declined('A rule forbids it.'))
    }
    return { ok: true, value: null }
  }
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
