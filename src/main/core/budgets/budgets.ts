import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import { type Budget, type BudgetUse, parseBudgets } from '../../../shared/budget.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { Clock, IdSource, SettingsStore } from '../ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, type QuestionInbox } from '../approvals/question-inbox.ts'
import { findOverrun, overrunText } from './budget-policy.ts'

/** Called before every request of a turn. */
export interface BudgetGate {
  /**
   * Resolves when the agent may continue; an error if it may not, with the reason. Waits for the user if there is a
   * window.
   */
  check(agentId: AgentId, signal: AbortSignal): Promise<Result<null>>
}

export interface BudgetDependencies {
  readonly settings: SettingsStore
  readonly registry: AgentRegistry
  readonly questions: QuestionInbox
  readonly clock: Clock
  readonly ids: IdSource
  readonly attended: boolean
}

const BUDGETS = {
  key: 'budgets',
  empty: {},
  parse: parseBudgets,
  damaged: 'The stored budgets are damaged.',
}
const GO_ON: Result<null> = DONE

/**
 * Token budgets, stored in the database. At the limit an agent pauses and asks the user; each approval adds the
 * budget's step.
 */
export class Budgets implements BudgetGate {
  readonly #dependencies: BudgetDependencies
  readonly #waiting = new Map<string, AgentId>()
  readonly #budgets: StoredSetting<Readonly<Record<AgentId, Budget>>>

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies
    this.#budgets = new StoredSetting<Readonly<Record<AgentId, Budget>>>(dependencies.settings, BUDGETS)
  }

  async check(agentId: AgentId, signal: AbortSignal): Promise<Result<null>> {
    for (;;) {
      const overrun = await this.#overrun(agentId)
      if (!overrun.ok) return overrun
      if (overrun.value === null) return GO_ON
      if (!this.#dependencies.attended) return refuse(`${overrunText(overrun.value)}.`)
      const approval = await this.#ask(agentId, overrun.value, signal)
      if (approval.type === 'denied') return refuse(approval.message)
    }
  }

  /** Returns all budgets. Once there is one, usage includes estimates. */
  async all(): Promise<Result<Readonly<Record<AgentId, Budget>>>> {
    const budgets = await this.#budgets.read()
    if (!budgets.ok || Object.keys(budgets.value).length === 0) return budgets
    const counted = await this.#dependencies.registry.countEstimates()
    return counted.ok ? budgets : counted
  }

  /** Sets an agent's budget; null removes it. Agents that wait continue if the new budget is sufficient. */
  set(agentId: AgentId, budget: Budget | null): Promise<Result<null>> {
    return this.#change(agentId, () => budget)
  }

  async #overrun(agentId: AgentId): Promise<Result<BudgetUse | null>> {
    const { registry } = this.#dependencies
    const budgets = await this.all()
    if (!budgets.ok) return budgets
    if (Object.keys(budgets.value).length === 0) return DONE
    return ok(findOverrun(registry.tree.lineage(agentId), registry.summaries(), budgets.value))
  }

  async #ask(agentId: AgentId, overrun: BudgetUse, signal: AbortSignal): Promise<Approval> {
    const { questions, clock, ids } = this.#dependencies
    const approval: PendingApproval = {
      id: `budget_${ids.uuid()}`,
      agentId,
      tool: 'budget',
      subject: overrunText(overrun),
      access: 'budget',
      isInFolder: true,
      askedAt: clock.now(),
      patterns: [],
    }
    this.#waiting.set(approval.id, agentId)
    const result = await questions.ask({ approval, signal, accept: (answer) => this.#accept(overrun.agentId, answer) })
    this.#waiting.delete(approval.id)
    return result
  }

  /** Accepts an answer: an approval for once raises the budget by its step, a lasting one removes the budget. */
  async #accept(agentId: AgentId, answer: ApprovalAnswer): Promise<Result<Approval>> {
    if (answer.type === 'deny') {
      const reason = answer.reason === undefined || answer.reason === '' ? '' : ` ${answer.reason}`
      return ok({ type: 'denied', message: `The budget is used up, and was not raised.${reason}` })
    }
    const changed = await this.#change(agentId, (budget) =>
      answer.type === 'allow' || budget === undefined ? null : { ...budget, tokens: budget.tokens + budget.step },
    )
    return mapOk(changed, () => ALLOWED)
  }

  async #change(agentId: AgentId, change: (budget: Budget | undefined) => Budget | null): Promise<Result<null>> {
    const changed = await this.#budgets.change(({ [agentId]: before, ...others }) => {
      const after = change(before)
      return after === null ? others : { ...others, [agentId]: after }
    })
    if (!changed.ok) return changed
    await this.#letGoOn()
    return DONE
  }

  async #letGoOn(): Promise<void> {
    for (const [id, agentId] of this.#waiting) {
      const overrun = await this.#overrun(agentId)
      if (overrun.ok && overrun.value === null) this.#dependencies.questions.settle(id, ALLOWED)
    }
  }
}
