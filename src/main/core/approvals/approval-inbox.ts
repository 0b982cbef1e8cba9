import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type {
  ApprovalAnswer,
  ApprovalFeedItem,
  ApprovalRule,
  NewApprovalRule,
  PendingApproval,
} from '../../../shared/approval.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import { leavesSandbox } from '../../../shared/sandbox.ts'
import type { Config } from '../ports/config-ports.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { AskedCall, FolderOf, ForeignDefinition, ToolCallSite } from '../ports/tool-ports.ts'
import type { Approval, ApprovalGate } from './approval-gate.ts'
import {
  asOfAnother,
  decideForAll,
  isForbiddenTool,
  outdatedAllowance,
  type PolicyQuestion,
} from './approval-policy.ts'
import { type ApprovalRules, hasTool, hostRules, notInProfile, profileRules } from './approval-rules.ts'
import { pendingApproval } from './pending-approval.ts'
import { ALLOWED, FORBIDDEN, declined, type QuestionInbox } from './question-inbox.ts'
import { nobodyToAsk, type RefusedCall } from './refusal-text.ts'
import type { ToolDefinitions } from './tool-definitions.ts'
import { defined } from '../../../shared/defined.ts'

export interface InboxDependencies {
  readonly rules: ApprovalRules
  readonly questions: QuestionInbox
  readonly tree: AgentTree
  readonly homes: AgentHomes
  readonly clock: Clock
  readonly folderOf: FolderOf
  readonly definitions: ToolDefinitions
  readonly rights: TurnRights
  /** Whether the user can be asked, because there is a window. */
  readonly attended: boolean
  /** Rules for this run only (`--allow`); they are not stored. */
  readonly runRules: readonly ApprovalRule[]
  readonly config: Config
}

/** Decides calls by the rules, and asks the user where the rules require it. */
export class ApprovalInbox implements ApprovalGate {
  readonly #dependencies: InboxDependencies
  readonly #asked = new Map<string, readonly PolicyQuestion[]>()
  /**
   * The models of other providers that the user allowed, each with its tree: one response may make several children, and
   * all of its calls are prepared before the first of them exists.
   */
  readonly #allowedForks = new Set<string>()
  #lastDecision: Promise<unknown> = Promise.resolve()

  constructor(dependencies: InboxDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Decides whether a call may run. Decisions are made in the order of the calls, so that the questions appear in that
   * order too.
   */
  async approve(tool: string, call: AskedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval> {
    const name = call.ruleName ?? tool
    const decided = this.#lastDecision.then(() => this.#decide({ tool, name }, call, site))
    // An exception ends only the call that caused it, not the calls after it.
    this.#lastDecision = decided.catch(() => undefined)
    const decision = await decided
    if (decision.type !== 'ask') return decision
    return this.#dependencies.attended
      ? this.#ask(tool, decision, call, site, signal)
      : { type: 'denied', message: nobodyToAsk(decision) }
  }

  async approveAgain(
    given: Approval,
    tool: string,
    call: AskedCall,
    site: ToolCallSite,
    signal: AbortSignal,
  ): Promise<Approval> {
    if (given.type === 'denied') return given
    if (given.isAnswer !== true) return this.approve(tool, call, site, signal)
    const message = await this.denial(tool, call, site.agentId)
    return message === null ? given : { type: 'denied', message }
  }

  subscribe(signal: AbortSignal): AsyncIterable<readonly ApprovalFeedItem[]> {
    const { questions, rules } = this.#dependencies
    return questions.subscribe(signal, async () => {
      const known = await rules.all()
      return known.ok ? known.value : []
    })
  }

  /** Returns the names among `tools` that an agent may not call at all in its current turn. */
  async forbidden(agentId: AgentId, tools: readonly string[]): Promise<Result<ReadonlySet<string>>> {
    const { rights, tree } = this.#dependencies
    const mailFrom = await rights.chainOf(agentId)
    if (!mailFrom.ok) return mailFrom
    const limits = [agentId, ...mailFrom.value]
    const rules = await this.#effectiveRules(limits)
    const lineages = limits.map((id) => tree.lineage(id))
    return mapOk(rules, (value) => {
      const isForbidden = (tool: string): boolean =>
        limits.some((id) => !hasTool(this.#profileOf(id), tool)) ||
        lineages.some((lineage) => isForbiddenTool({ tool, lineage }, value))
      return new Set(tools.filter(isForbidden))
    })
  }

  /** Decides a call by the rules alone. `ask`: a user would have to be asked, and nobody is. */
  async unasked(tool: string, call: AskedCall, agentId: AgentId): Promise<Approval | { readonly type: 'ask' }> {
    const decision = await this.#decide({ tool, name: call.ruleName ?? tool }, call, { agentId })
    return decision.type === 'ask' ? { type: 'ask' } : decision
  }

  /**
   * Returns why a call that was allowed before may not run now, for the user; null: nothing denies it. Nobody is asked.
   */
  async denial(tool: string, call: AskedCall, agentId: AgentId): Promise<string | null> {
    const decision = await this.unasked(tool, call, agentId)
    return decision.type === 'denied' ? decision.message : null
  }

  async rules(): Promise<Result<readonly ApprovalRule[]>> {
    return this.#dependencies.rules.all()
  }

  /** Adds a rule. A rule that allows one MCP tool applies to the tool's current definition only. */
  async addRule(rule: NewApprovalRule, asked?: ForeignDefinition): Promise<Result<null>> {
    const { rules, definitions } = this.#dependencies
    const bound = rule.action === 'allow' ? await definitions.bind(rule, asked) : ok(rule)
    return bound.ok ? this.#rulesChanged(await rules.add(bound.value)) : bound
  }

  async revoke(ruleId: string): Promise<Result<null>> {
    return this.#rulesChanged(await this.#dependencies.rules.remove(ruleId))
  }

  async #decide(
    called: CalledTool,
    call: AskedCall,
    { agentId }: { readonly agentId: AgentId },
  ): Promise<Approval | Asking> {
    const { name: tool } = called
    const { rights, definitions } = this.#dependencies
    const now = await rights.chainOf(agentId)
    if (!now.ok) return { type: 'denied', message: now.error.message }
    const mailFrom = [...new Set([...now.value, ...(call.limitedBy ?? [])])]
    const limits = [agentId, ...mailFrom]
    const lacking = limits.find((id) => !hasTool(this.#profileOf(id), called.tool))
    if (lacking !== undefined) return { type: 'denied', message: notInProfile(called.tool, lacking === agentId) }
    const policy = await this.#question(tool, call, agentId)
    if (!policy.ok) return { type: 'denied', message: policy.error.message }
    const policies = [policy.value]
    for (const id of mailFrom) {
      const theirs = await this.#question(tool, call, id)
      if (!theirs.ok) return { type: 'denied', message: theirs.error.message }
      policies.push(asOfAnother(theirs.value, policy.value))
    }
    const rules = await this.#rulesFor(limits, tool, call)
    if (!rules.ok) return { type: 'denied', message: `The rules for tools could not be read: ${rules.error.message}` }
    const action = decideForAll(policies, rules.value)
    if (action === 'ask') {
      if (call.access === 'fork' && this.#allowedForks.has(this.#forkKey({ agentId }, call.subject))) return ALLOWED
      const change = await definitions.change(call.definition, outdatedAllowance(policy.value, rules.value))
      return { type: 'ask', policies, policy: policy.value, change, mailFrom, rules: rules.value }
    }
    if (action === 'allow') return this.#allowed(rules.value, tool, call)
    return { type: 'denied', message: `A rule of the user forbids this call of ${tool}.` }
  }

  /** The rules that hold for a call. Those for tools of servers hold for the definition that they first allowed. */
  async #rulesFor(limits: readonly AgentId[], tool: string, call: AskedCall): Promise<Result<readonly ApprovalRule[]>> {
    const rules = await this.#effectiveRules(limits)
    if (!rules.ok || call.definition === undefined) return rules
    return this.#dependencies.definitions.boundTo(rules.value, { tool }, this.#outlivesProcess)
  }

  async #allowed(rules: readonly ApprovalRule[], tool: string, { definition }: AskedCall): Promise<Approval> {
    if (definition === undefined) return ALLOWED
    const { definitions } = this.#dependencies
    const noted = await definitions.noteAllowed(rules, { tool, definition }, this.#outlivesProcess)
    return noted.ok ? ALLOWED : { type: 'denied', message: noted.error.message }
  }

  readonly #outlivesProcess = (rule: ApprovalRule): boolean => !this.#dependencies.runRules.includes(rule)

  async #question(tool: string, call: AskedCall, agentId: AgentId): Promise<Result<PolicyQuestion>> {
    const { tree, homes, folderOf } = this.#dependencies
    // Nothing here is in the folder of an agent of another home.
    const folder = homes.isHere(tree.get(agentId)) ? await folderOf(agentId) : ok('')
    return mapOk(folder, (value) => ({ tool, call, lineage: tree.lineage(agentId), folder: value }))
  }

  async #ask(
    tool: string,
    { policies, policy, change, mailFrom }: Asking,
    call: AskedCall,
    site: ToolCallSite,
    signal: AbortSignal,
  ): Promise<Approval> {
    const { questions, clock } = this.#dependencies
    const pending = pendingApproval(policy.tool, call, site, clock.now())
    const approval: PendingApproval = {
      ...pending,
      ...defined({ definitionChange: change ?? undefined, mailFrom: mailFrom.length > 0 ? mailFrom : undefined }),
    }
    this.#asked.set(approval.id, policies)
    const accept = async (answer: ApprovalAnswer): Promise<Result<Approval>> => {
      const accepted = await this.#accept(approval, answer, call.definition)
      if (!accepted.ok || accepted.value.type === 'denied') return accepted
      // Another engine, whose rules settle no question here, may have stored a rule that denies it.
      const denial = await this.denial(tool, call, site.agentId)
      return denial === null ? accepted : ok({ type: 'denied', message: denial })
    }
    const result = await questions.ask({ approval, signal, accept })
    this.#asked.delete(approval.id)
    return result.type === 'allowed' ? { ...result, isAnswer: true } : result
  }

  /**
   * Accepts an answer. A lasting answer is stored as a rule, which also answers all other open questions that it
   * covers.
   */
  async #accept(
    approval: PendingApproval,
    answer: ApprovalAnswer,
    asked: ForeignDefinition | undefined,
  ): Promise<Result<Approval>> {
    const { tool, agentId, sandbox } = approval
    if (answer.type === 'deny') return ok(declined(answer.reason))
    if (answer.type === 'allow') {
      const scope = answer.for === 'always' ? ({ type: 'everywhere' } as const) : { type: answer.for, agentId }
      const outside = leavesSandbox(sandbox) ? { outside: true } : {}
      const kept = await this.addRule({ tool, pattern: answer.pattern, action: 'allow', scope, ...outside }, asked)
      if (!kept.ok) return kept
    }
    if (approval.access === 'fork') this.#allowedForks.add(this.#forkKey(approval, approval.subject))
    return ok(ALLOWED)
  }

  #forkKey({ agentId }: { readonly agentId: AgentId }, subject: string): string {
    return `${this.#dependencies.tree.lineage(agentId).at(-1) ?? agentId} ${subject}`
  }

  async #effectiveRules(agentIds: readonly AgentId[]): Promise<Result<readonly ApprovalRule[]>> {
    const stored = await this.#dependencies.rules.all()
    return mapOk(stored, (value) => [...value, ...this.#givenRules, ...this.#profileRules(agentIds)])
  }

  /** The rules that are not stored and hold for all agents. */
  get #givenRules(): readonly ApprovalRule[] {
    const { runRules, config } = this.#dependencies
    return [...runRules, ...hostRules(config.sandboxDomains)]
  }

  #profileOf(agentId: AgentId): AgentProfile | undefined {
    return this.#dependencies.tree.get(agentId)?.profile
  }

  #profileRules(agentIds: readonly AgentId[]): readonly ApprovalRule[] {
    return agentIds.flatMap((id) => profileRules(id, this.#profileOf(id)))
  }

  /** Answers the open questions that the new rules cover. */
  #rulesChanged(changed: Result<readonly ApprovalRule[]>): Result<null> {
    if (!changed.ok) return changed
    const { questions } = this.#dependencies
    questions.rulesChanged(changed.value)
    const rules = [...changed.value, ...this.#givenRules]
    for (const [id, policies] of this.#asked) {
      const own = this.#profileRules(policies.flatMap(({ lineage }) => lineage[0] ?? []))
      const tool = policies[0]?.tool ?? ''
      const action = decideForAll(policies, this.#dependencies.definitions.bound([...rules, ...own], { tool }))
      if (action === 'allow') questions.settle(id, ALLOWED)
      if (action === 'deny') questions.settle(id, FORBIDDEN)
    }
    return DONE
  }
}

/** A tool, and the name that rules use for the call. */
interface CalledTool {
  readonly tool: string
  readonly name: string
}

interface Asking extends RefusedCall {
  readonly type: 'ask'
}
