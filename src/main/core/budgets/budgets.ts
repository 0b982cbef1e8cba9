import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import { type Budget, type BudgetUse, extendedBudget, isCostBudget, parseBudgets } from '../../../shared/budget.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import type { DayUse } from '../../../shared/near-limit.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { IdSource } from '../ports/system-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, type QuestionInbox } from '../approvals/question-inbox.ts'
import { dayLimitText, findOverrun, type NextUse, overrunText, UNKNOWN_USE } from './budget-policy.ts'
import { DayBudget, type DayBudgetDependencies } from './day-budget.ts'
import type { NextPrice } from './next-price.ts'

/** The request that a turn is about to send. */
export interface BudgetedRequest {
  readonly agentId: AgentId
  readonly choice: ModelChoice
  readonly signal: AbortSignal
}

/** Called before every request. */
export interface BudgetGate {
  /**
   * Resolves when the agent may continue; an error if it may not, with the reason. Waits for the user if there is a
   * window.
   */
  check(request: BudgetedRequest): Promise<Result<null>>
}

export interface BudgetDependencies extends DayBudgetDependencies {
  readonly registry: AgentRegistry
  readonly nextPrice: Pick<NextPrice, 'of'>
  readonly questions: QuestionInbox
  readonly ids: IdSource
  readonly attended: boolean
}

/** A limit that does not allow the next request. */
interface Overrun {
  readonly subject: string
  /** What one extension adds: `$1.00`. */
  readonly step: string
  /** Raises the limit by its step, or removes it. */
  readonly raise: (isRemoved: boolean) => Promise<Result<unknown>>
}

const BUDGETS = {
  key: 'budgets',
  empty: {},
  parse: parseBudgets,
  damaged: 'The stored budgets are damaged.',
}
const GO_ON: Result<null> = DONE

/**
 * Budgets in tokens or dollars, stored in the database, and the daily limit of config.json. At a limit an agent pauses
 * and asks the user; each approval adds the limit's step.
 */
export class Budgets implements BudgetGate {
  readonly #dependencies: BudgetDependencies
  readonly #waiting = new Map<string, BudgetedRequest>()
  readonly #budgets: StoredSetting<Readonly<Record<AgentId, Budget>>>
  readonly #day: DayBudget

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies
    this.#budgets = new StoredSetting<Readonly<Record<AgentId, Budget>>>(dependencies.settings, BUDGETS)
    this.#day = new DayBudget(dependencies)
  }

  async check(request: BudgetedRequest): Promise<Result<null>> {
    for (;;) {
      const overrun = await this.#overrun(request)
      if (!overrun.ok) return overrun
      if (overrun.value === null) return GO_ON
      if (!this.#dependencies.attended) return refuse(`${overrun.value.subject}.`)
      const approval = await this.#ask(request, overrun.value)
      if (approval.type === 'denied') return refuse(approval.message)
    }
  }

  /** Returns why a request of this size may not be sent; null: it may. Never asks. */
  async refusalOf(agentId: AgentId, next: NextUse): Promise<Result<string | null>> {
    const budgets = await this.all()
    if (!budgets.ok) return budgets
    const overrun = await this.#overrunBy(agentId, budgets.value, next)
    return mapOk(overrun, (found) => found?.subject ?? null)
  }

  /** Returns all budgets. Once there is one, usage includes estimates. */
  async all(): Promise<Result<Readonly<Record<AgentId, Budget>>>> {
    const budgets = await this.#budgets.read()
    if (!budgets.ok || Object.keys(budgets.value).length === 0) return budgets
    const counted = await this.#dependencies.registry.countEstimates()
    return counted.ok ? budgets : counted
  }

  /** Returns the limit of today and what all agents have cost; null: there is no limit. */
  today(): Promise<Result<DayUse | null>> {
    return this.#day.use()
  }

  /** Sets an agent's budget; null removes it. Agents that wait continue if the new budget is sufficient. */
  set(agentId: AgentId, budget: Budget | null): Promise<Result<null>> {
    return this.#change(agentId, () => budget)
  }

  async #overrun(request: BudgetedRequest): Promise<Result<Overrun | null>> {
    const { config } = this.#dependencies
    const budgets = await this.all()
    if (!budgets.ok) return budgets
    const hasLimits = config.maxCostPerDay !== null || Object.keys(budgets.value).length > 0
    const next = hasLimits ? await this.#nextUse(request) : ok(UNKNOWN_USE)
    return next.ok ? this.#overrunBy(request.agentId, budgets.value, next.value) : next
  }

  async #overrunBy(agentId: AgentId, budgets: Readonly<Record<AgentId, Budget>>, next: NextUse) {
    const { registry } = this.#dependencies
    const use = findOverrun(registry.tree.lineage(agentId), registry.summaries(), budgets, next)
    return use === null ? this.#dayOverrun(next.usd) : ok(this.#agentOverrun(use, next))
  }

  async #nextUse({ agentId, choice }: BudgetedRequest): Promise<Result<NextUse>> {
    const price = await this.#dependencies.nextPrice.of(agentId, choice)
    return mapOk(price, ({ usd, tokens, outputTokens }) => ({ usd, tokens: tokens + outputTokens }))
  }

  #agentOverrun(use: BudgetUse, next: NextUse): Overrun {
    const { agentId, budget } = use
    return {
      subject: overrunText(use, next),
      step: isCostBudget(budget) ? dollars(budget.step) : tokenText(budget.step),
      raise: (isRemoved) =>
        this.#change(agentId, (now) => (isRemoved || now === undefined ? null : extendedBudget(now))),
    }
  }

  async #dayOverrun(nextUsd: number | null): Promise<Result<Overrun | null>> {
    const found = await this.#day.overrun(nextUsd)
    return mapOk(found, (use) =>
      use === null
        ? null
        : {
            subject: dayLimitText(use.cost, use.limit, nextUsd),
            step: dollars(use.step),
            raise: async (isRemoved) => {
              const raised = await this.#day.extend(use.day, isRemoved ? null : use.step)
              if (raised.ok) await this.#resumeWaiting()
              return raised
            },
          },
    )
  }

  async #ask(request: BudgetedRequest, { subject, step, raise }: Overrun): Promise<Approval> {
    const { questions, clock, ids } = this.#dependencies
    const approval: PendingApproval = {
      id: `budget_${ids.uuid()}`,
      agentId: request.agentId,
      tool: 'budget',
      subject,
      access: 'budget',
      isInFolder: true,
      askedAt: clock.now(),
      patterns: [],
      extension: step,
    }
    this.#waiting.set(approval.id, request)
    const { signal } = request
    const result = await questions.ask({ approval, signal, accept: (answer) => acceptAnswer(answer, raise) })
    this.#waiting.delete(approval.id)
    return result
  }

  async #change(agentId: AgentId, change: (budget: Budget | undefined) => Budget | null): Promise<Result<null>> {
    const changed = await this.#budgets.change(({ [agentId]: before, ...others }) => {
      const after = change(before)
      return after === null ? others : { ...others, [agentId]: after }
    })
    if (!changed.ok) return changed
    await this.#resumeWaiting()
    return DONE
  }

  async #resumeWaiting(): Promise<void> {
    for (const [id, request] of this.#waiting) {
      const overrun = await this.#overrun(request)
      if (overrun.ok && overrun.value === null) this.#dependencies.questions.settle(id, ALLOWED)
    }
  }
}

/** An approval for once raises the limit by its step, a lasting one removes it. */
async function acceptAnswer(answer: ApprovalAnswer, raise: Overrun['raise']): Promise<Result<Approval>> {
  if (answer.type === 'deny') {
    const reason = answer.reason === undefined || answer.reason === '' ? '' : ` ${answer.reason}`
    return ok({ type: 'denied', message: `The budget is used up and was not raised.${reason}` })
  }
  const raised = await raise(answer.type === 'allow')
  return mapOk(raised, () => ALLOWED)
}
