import type {
  ApprovalAnswer,
  ApprovalFeedItem,
  ApprovalRule,
  NewApprovalRule,
  PendingApproval,
} from '../../../shared/approval.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Clock, PreparedCall, ToolCallSite } from '../ports.ts'
import { ApprovalFeeds } from './approval-feeds.ts'
import { ALLOWED, type Approval, type ApprovalGate, CANCELLED, declined } from './approval-gate.ts'
import { decideForAll } from './approval-policy.ts'
import { nobodyToAsk, pendingApproval } from './approval-question.ts'
import type { ApprovalRules } from './approval-rules.ts'
import { type Asking, checkCall, type CallCheckDependencies } from './call-check.ts'
import type { ToolDefinitions } from './tool-definitions.ts'

/** A question to the user. */
export interface Question {
  readonly approval: PendingApproval
  /** Handles the user's answer. What must be stored is stored when it resolves. */
  readonly accept: (answer: ApprovalAnswer) => Promise<Result<Approval>>
  /** Returns what rules that were changed while the question was open decide; null if it stays open. */
  readonly recheck?: (rules: readonly ApprovalRule[]) => Approval | null
  /** Aborting it withdraws the question. */
  readonly signal: AbortSignal
}

export interface ApprovalDependencies extends CallCheckDependencies {
  readonly rules: ApprovalRules
  readonly definitions: ToolDefinitions
  readonly registry: AgentRegistry
  readonly hub: EventHub
  readonly clock: Clock
  /** Whether the user can be asked, because there is a window. */
  readonly attended: boolean
  /** Rules for this run only (`--allow`); they are not stored. */
  readonly runRules: readonly ApprovalRule[]
}

/**
 * Decides calls by the rules, and asks the user where the rules require it. Holds the open questions of all agents, also
 * those about budgets and limits. A question waits, without a timeout, until it is answered, settled or withdrawn.
 */
export class Approvals implements ApprovalGate {
  readonly #dependencies: ApprovalDependencies
  readonly #open = new Map<string, { readonly question: Question; readonly settle: (approval: Approval) => void }>()
  readonly #feeds = new ApprovalFeeds()
  #lastDecision: Promise<unknown> = Promise.resolve()

  constructor(dependencies: ApprovalDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Decides whether a call may run. Decisions are made in the order of the calls, so that the questions appear in that
   * order too.
   */
  async check(tool: string, call: PreparedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval> {
    const name = call.ruleName ?? tool
    const facts = { ...this.#dependencies, rules: () => this.#effectiveRules() }
    const decided = this.#lastDecision.then(() => checkCall(name, call, site, facts))
    // An exception ends only the call that caused it, not the calls after it.
    this.#lastDecision = decided.catch(() => undefined)
    const decision = await decided
    if (decision.type !== 'ask') return decision
    return this.#dependencies.attended
      ? this.#askAbout(decision, call, site, signal)
      : { type: 'denied', message: nobodyToAsk(name, call, decision) }
  }

  /** Asks the user, and returns the outcome. */
  async ask(question: Question): Promise<Approval> {
    const { approval, signal } = question
    if (signal.aborted) return CANCELLED
    const { registry, hub } = this.#dependencies
    const settled = Promise.withResolvers<Approval>()
    const withdraw = (): void => settled.resolve(CANCELLED)
    signal.addEventListener('abort', withdraw, { once: true })
    this.#open.set(approval.id, { question, settle: settled.resolve })
    registry.setActivity(approval.agentId, { type: 'needs_approval' })
    hub.live(approval.agentId, { type: 'approval_requested', id: approval.id })
    this.#feeds.publish({ type: 'requested', approval })
    const result = await settled.promise
    signal.removeEventListener('abort', withdraw)
    this.#open.delete(approval.id)
    this.#feeds.publish({ type: 'settled', id: approval.id })
    if (!signal.aborted && !this.#isAsked(approval.agentId)) registry.setActivity(approval.agentId, { type: 'tools' })
    return result
  }

  async answer(id: string, answer: ApprovalAnswer): Promise<Result<null>> {
    const open = this.#open.get(id)
    if (open === undefined) return refuse('This question is not open any more.')
    const accepted = await open.question.accept(answer)
    if (!accepted.ok) return accepted
    open.settle(accepted.value)
    return DONE
  }

  /**
   * Settles a question without the user's answer, for example because of a raised budget. A question that is no longer
   * open is ignored.
   */
  settle(id: string, approval: Approval): void {
    this.#open.get(id)?.settle(approval)
  }

  /** Streams the inbox, beginning with the open questions, until the signal aborts or the inbox closes. */
  subscribe(signal: AbortSignal): AsyncIterable<readonly ApprovalFeedItem[]> {
    return this.#feeds.subscribe(signal, async () => {
      const known = await this.#dependencies.rules.all()
      const pending = [...this.#open.values()].map(({ question }) => question.approval)
      return { type: 'snapshot', pending, rules: known.ok ? known.value : [] }
    })
  }

  close(): void {
    this.#feeds.close()
  }

  rules(): Promise<Result<readonly ApprovalRule[]>> {
    return this.#dependencies.rules.all()
  }

  /** Adds a rule. A rule that allows one MCP tool applies to the tool's current definition only. */
  async addRule(rule: NewApprovalRule): Promise<Result<null>> {
    const { rules, definitions } = this.#dependencies
    const bound = rule.action === 'allow' ? await definitions.bind(rule) : ok(rule)
    return bound.ok ? this.#rulesChanged(await rules.add(bound.value)) : bound
  }

  async revokeRule(ruleId: string): Promise<Result<null>> {
    return this.#rulesChanged(await this.#dependencies.rules.remove(ruleId))
  }

  #askAbout(
    { policies, policy, change, mailFrom }: Asking,
    call: PreparedCall,
    site: ToolCallSite,
    signal: AbortSignal,
  ): Promise<Approval> {
    const approval: PendingApproval = {
      ...pendingApproval(policy, call, site, this.#dependencies.clock.now()),
      ...(change !== null && { definitionChange: change }),
      ...(mailFrom.length > 0 && { mailFrom }),
    }
    return this.ask({
      approval,
      signal,
      accept: (answer) => this.#accept(approval, answer),
      recheck: (rules) => {
        const action = decideForAll(policies, rules)
        if (action === 'allow') return ALLOWED
        return action === 'deny' ? declined('A rule forbids it.') : null
      },
    })
  }

  /** Accepts an answer. A lasting answer is stored as a rule. */
  async #accept({ tool, agentId }: PendingApproval, answer: ApprovalAnswer): Promise<Result<Approval>> {
    if (answer.type === 'deny') return ok(declined(answer.reason))
    if (answer.type === 'allow') {
      const scope = answer.for === 'always' ? ({ type: 'everywhere' } as const) : { type: answer.for, agentId }
      const kept = await this.addRule({ tool, pattern: answer.pattern, action: 'allow', scope })
      if (!kept.ok) return kept
    }
    return ok(ALLOWED)
  }

  async #effectiveRules(): Promise<Result<readonly ApprovalRule[]>> {
    const stored = await this.#dependencies.rules.all()
    return mapOk(stored, (value) => [...value, ...this.#dependencies.runRules])
  }

  /** Settles the open questions that the changed rules decide. */
  #rulesChanged(changed: Result<readonly ApprovalRule[]>): Result<null> {
    if (!changed.ok) return changed
    this.#feeds.publish({ type: 'rules', rules: changed.value })
    const rules = [...changed.value, ...this.#dependencies.runRules]
    for (const { question, settle } of this.#open.values()) {
      const approval = question.recheck?.(rules) ?? null
      if (approval !== null) settle(approval)
    }
    return DONE
  }

  #isAsked(agentId: string): boolean {
    return [...this.#open.values()].some(({ question }) => question.approval.agentId === agentId)
  }
}
