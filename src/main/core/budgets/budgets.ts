import type { ModelChoice } from '../../../shared/agent-summary.ts'
import {
  type Budget,
  budgetLimit,
  budgetsInForce,
  type BudgetUse,
  extendedBudget,
  isCostBudget,
  parseBudgets,
} from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import type { DayUse } from '../../../shared/near-limit.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, type QuestionInbox } from '../approvals/question-inbox.ts'
import {
  dayLimitText,
  findOverrun,
  mustWait,
  type NextUse,
  overrunText,
  reservedUnder,
  unknownPriceText,
} from './budget-policy.ts'
import { DayBudget, type DayBudgetDependencies } from './day-budget.ts'
import { acceptAnswer, limitQuestion, type Overrun } from './limit-question.ts'
import type { NextPrice } from './next-price.ts'
import type { TreeLimits } from './tree-limits.ts'
import { type Amount, type OtherUses, type ReservationDependencies, Reservations } from './reservations.ts'

/** The request that a turn is about to send. */
export interface BudgetedRequest {
  readonly agentId: AgentId
  readonly choice: ModelChoice
  readonly signal: AbortSignal
}

/** Called before and after every request. */
export interface BudgetGate {
  /**
   * Resolves when the request may be sent, and reserves what it may use at most; an error if it may not be sent, with
   * the reason. Waits for the user if there is a window, and for requests that may use up the rest of a limit.
   */
  reserve(request: BudgetedRequest): Promise<Result<null>>
  /** Called when the response is recorded, or will never come: what it used counts instead of what was reserved. */
  settle(agentId: AgentId): Promise<void>
}

export interface BudgetDependencies extends DayBudgetDependencies, ReservationDependencies {
  readonly registry: AgentRegistry
  readonly nextPrice: Pick<NextPrice, 'of'>
  readonly questions: QuestionInbox
  readonly attended: boolean
  readonly treeLimits: Pick<TreeLimits, 'allowRequests' | 'takeRequest'>
}

/** The next request, and what others may use at the same time. */
interface ReservingRequest {
  readonly next: NextUse
  readonly most: Amount
  readonly others: OtherUses
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
  readonly #reservations: Reservations
  /** Models without a known price that the user has allowed, by tree. */
  readonly #unpriced = new Set<string>()

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies
    this.#budgets = new StoredSetting<Readonly<Record<AgentId, Budget>>>(dependencies.settings, BUDGETS)
    this.#day = new DayBudget(dependencies)
    this.#reservations = new Reservations(dependencies)
  }

  async reserve(request: BudgetedRequest): Promise<Result<null>> {
    const { treeLimits } = this.#dependencies
    const { agentId, signal } = request
    for (;;) {
      const reserved = await this.#reserve(request)
      if (!reserved.ok || signal.aborted) return reserved
      const counted = await treeLimits.takeRequest(agentId)
      const reached = counted.ok ? counted.value : null
      if (counted.ok && reached === null) return GO_ON
      // Nothing is reserved while a user is asked.
      await this.settle(agentId)
      const allowed = reached === null ? counted : await treeLimits.allowRequests(agentId, reached, signal)
      if (!allowed.ok) return allowed
    }
  }

  async #reserve(request: BudgetedRequest): Promise<Result<null>> {
    const { agentId, signal } = request
    while (!signal.aborted) {
      const looked = await this.#look(request)
      if (!looked.ok) return looked
      const { overrun, waits, asking } = looked.value
      if (overrun !== null) {
        if (!this.#dependencies.attended) return refuse(`${overrun.subject}.`)
        const approval = await this.#ask(request, overrun)
        if (approval.type === 'denied') return refuse(approval.message)
        continue
      }
      if (asking === null) return GO_ON
      if (waits) {
        await this.#reservations.changed(signal)
        continue
      }
      const reserved = await this.#reservations.reserve(agentId, asking.most, asking.others)
      if (!reserved.ok) return reserved
      if (reserved.value) return GO_ON
    }
    return GO_ON
  }

  settle(agentId: AgentId): Promise<void> {
    return this.#reservations.settle(agentId)
  }

  /**
   * Returns why a request of this size may not be sent, as a sentence; null: it may, and counts towards the limits of its
   * tree. Never asks.
   */
  async refusalUnasked(
    { agentId, choice }: Pick<BudgetedRequest, 'agentId' | 'choice'>,
    next: NextUse,
  ): Promise<Result<string | null>> {
    const budgets = await this.all()
    if (!budgets.ok) return budgets
    const unpriced = this.#unpricedLimit({ agentId, choice }, budgets.value, next)
    const overrun = unpriced === null ? await this.#overrunBy(agentId, budgets.value, next) : ok(unpriced)
    if (!overrun.ok) return overrun
    if (overrun.value !== null) return ok(`${overrun.value.subject}.`)
    const counted = await this.#dependencies.treeLimits.takeRequest(agentId)
    return mapOk(counted, (reached) => reached?.text ?? null)
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

  /** `asking` is null where there is no limit; nothing is reserved then. */
  async #look(request: BudgetedRequest): Promise<Result<Looked>> {
    const { config } = this.#dependencies
    const budgets = await this.all()
    if (!budgets.ok) return budgets
    const hasLimits = config.maxCostPerDay !== null || Object.keys(budgets.value).length > 0
    if (!hasLimits) return ok({ overrun: null, waits: false, asking: null })
    const asking = await this.#nextRequest(request)
    if (!asking.ok) return asking
    const unpriced = this.#unpricedLimit(request, budgets.value, asking.value.next)
    const overrun =
      unpriced === null ? await this.#overrunBy(request.agentId, budgets.value, asking.value.next) : ok(unpriced)
    if (!overrun.ok) return overrun
    const waits = await this.#waits(request.agentId, budgets.value, asking.value)
    return mapOk(waits, (value) => ({ overrun: overrun.value, waits: value, asking: asking.value }))
  }

  async #overrunBy(agentId: AgentId, budgets: Readonly<Record<AgentId, Budget>>, next: NextUse) {
    const { registry } = this.#dependencies
    const use = findOverrun(registry.tree.lineage(agentId), registry.summaries(), budgets, next)
    return use === null ? this.#dayOverrun(next.usd) : ok(this.#agentOverrun(use, next))
  }

  async #nextRequest({ agentId, choice }: BudgetedRequest): Promise<Result<ReservingRequest>> {
    const price = await this.#dependencies.nextPrice.of(agentId, choice)
    if (!price.ok) return price
    const others = await this.#reservations.others(agentId)
    const { usd, tokens, outputTokens, most } = price.value
    return mapOk(others, (value) => ({
      next: { usd, tokens: tokens + outputTokens },
      most: { usd: most.usd ?? 0, tokens: most.tokens },
      others: value,
    }))
  }

  /** Whether the requests that run now may use up the rest of a limit. */
  async #waits(
    agentId: AgentId,
    budgets: Readonly<Record<AgentId, Budget>>,
    { most, others: { counted } }: ReservingRequest,
  ): Promise<Result<boolean>> {
    if (Object.keys(counted).length === 0) return ok(false)
    const { registry } = this.#dependencies
    const agents = registry.summaries()
    const inForce = budgetsInForce(registry.tree.lineage(agentId), agents, budgets)
    const isHeld = inForce.some((use) =>
      mustWait(use.used, budgetLimit(use.budget), {
        reserved: reservedUnder(use, agents, counted),
        most: isCostBudget(use.budget) ? most.usd : most.tokens,
      }),
    )
    if (isHeld) return ok(true)
    const reserved = Object.values(counted).reduce((sum, { usd }) => sum + usd, 0)
    const today = await this.#day.use()
    return mapOk(today, (day) => day !== null && mustWait(day.cost.usd, day.limit, { reserved, most: most.usd }))
  }

  /** The limit in dollars that cannot hold, because the price of the model is not known; null: there is none. */
  #unpricedLimit(
    { agentId, choice }: Pick<BudgetedRequest, 'agentId' | 'choice'>,
    budgets: Readonly<Record<AgentId, Budget>>,
    next: NextUse,
  ): Overrun | null {
    const { registry, config } = this.#dependencies
    if (next.usd !== null) return null
    const lineage = registry.tree.lineage(agentId)
    const accepted = `${lineage.at(-1) ?? agentId} ${choice.provider}/${choice.model}`
    const limited = budgetsInForce(lineage, registry.summaries(), budgets).find(({ budget }) => isCostBudget(budget))
    if ((limited === undefined && config.maxCostPerDay === null) || this.#unpriced.has(accepted)) return null
    return {
      kind: 'budget',
      subject: unknownPriceText(choice.model, limitName(limited)),
      raise: async (isRemoved) => {
        if (isRemoved && limited !== undefined) return this.#change(limited.agentId, () => null)
        this.#unpriced.add(accepted)
        await this.#resumeWaiting()
        return DONE
      },
    }
  }

  #agentOverrun(use: BudgetUse, next: NextUse): Overrun {
    const { agentId, budget } = use
    return {
      kind: 'budget',
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
            kind: 'budget',
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

  async #ask(request: BudgetedRequest, overrun: Overrun): Promise<Approval> {
    const { questions } = this.#dependencies
    const approval = limitQuestion(request.agentId, overrun, this.#dependencies)
    this.#waiting.set(approval.id, request)
    const { signal } = request
    const result = await questions.ask({ approval, signal, accept: (answer) => acceptAnswer(answer, overrun) })
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
      const looked = await this.#look(request)
      if (looked.ok && looked.value.overrun === null) this.#dependencies.questions.settle(id, ALLOWED)
    }
  }
}

interface Looked {
  readonly overrun: Overrun | null
  /** Whether other requests must end first. */
  readonly waits: boolean
  readonly asking: ReservingRequest | null
}

function limitName(use: BudgetUse | undefined): string {
  if (use === undefined) return 'max_cost_per_day in config.json'
  return `the budget of ${dollars(budgetLimit(use.budget))} for ${shortAgentId(use.agentId)}`
}
