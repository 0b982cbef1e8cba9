import {
  type Budget,
  budgetsInForce,
  type BudgetUse,
  extendedBudget,
  isCostBudget,
  parseBudgets,
} from '../../../shared/budget.ts'
import { type AgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import type { DayUse } from '../../../shared/near-limit.ts'
import { warmKey } from '../../../shared/reserved-use.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, type QuestionInbox } from '../approvals/question-inbox.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import { boundedUsd, findOverrun, type NextUse, overrunText, unknownPriceText } from './budget-policy.ts'
import { type DayBudget, nearestUse, periodQuestion } from './day-budget.ts'
import { acceptAnswer, limitQuestion, type Overrun } from './limit-question.ts'
import type { NextPrice } from './next-price.ts'
import type { TreeLimits } from './tree-limits.ts'
import type { Amount, Reservations } from './reservations.ts'
import { runRefusal, type RunLimits } from './run-limits.ts'
import {
  isHeld,
  type RequestingAgent,
  type BudgetedRequest,
  type BudgetGate,
  limitName,
  type Looked,
  type ReservingRequest,
  type UnaskedAnswer,
  type UnaskedRequest,
} from './budget-gate.ts'

export interface BudgetDependencies {
  readonly settings: SettingsStore
  readonly config: Config
  readonly clock: Clock
  readonly ids: IdSource
  readonly registry: AgentRegistry
  readonly nextPrice: NextPrice
  readonly questions: QuestionInbox
  readonly attended: boolean
  readonly treeLimits: TreeLimits
  readonly runLimits: RunLimits
}

const BUDGETS = {
  key: 'budgets' as const,
  empty: {},
  parse: parseBudgets,
  damaged: 'The stored budgets are damaged.',
}
const NOTHING: Amount = { tokens: 0, usd: 0 }

/**
 * Budgets in tokens or dollars, stored in the database, the limits of a day and a month of config.json, and the limits of races and
 * evaluations. At a budget or the daily limit an agent pauses and asks the user; each approval adds the limit's step.
 */
export class Budgets implements BudgetGate {
  readonly #dependencies: BudgetDependencies
  readonly #waiting = new Map<string, BudgetedRequest>()
  readonly #budgets: StoredSetting<Readonly<Record<AgentId, Budget>>>
  readonly #periods: readonly [day: DayBudget, month: DayBudget]
  readonly #reservations: Reservations
  /** Models without a known price that the user has allowed, by tree. */
  readonly #unpriced = new Set<string>()

  constructor(
    dependencies: BudgetDependencies,
    periods: readonly [day: DayBudget, month: DayBudget],
    reservations: Reservations,
  ) {
    this.#dependencies = dependencies
    this.#budgets = new StoredSetting<Readonly<Record<AgentId, Budget>>>(dependencies.settings, BUDGETS)
    this.#periods = periods
    this.#reservations = reservations
  }

  async reserve(request: BudgetedRequest): Promise<Result<null>> {
    const { treeLimits } = this.#dependencies
    const { agentId, signal } = request
    for (;;) {
      const reserved = await this.#reserve(request)
      if (!reserved.ok || signal.aborted) return reserved
      const counted = await treeLimits.takeRequest(agentId)
      const reached = counted.ok ? counted.value : null
      if (counted.ok && reached === null) return DONE
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
      const { overrun, refusal, waits, asking } = looked.value
      if (refusal !== null) {
        this.#dependencies.runLimits.refused(agentId)
        return refuse(refusal)
      }
      if (overrun !== null) {
        if (!this.#dependencies.attended) return refuse(`${overrun.subject}.`)
        const approval = await this.#ask(request, overrun)
        if (approval.type === 'denied') return refuse(approval.message)
        continue
      }
      if (asking === null) return DONE
      if (waits) {
        await this.#reservations.changed(signal)
        continue
      }
      const reserved = await this.#reservations.reserve(agentId, asking.most, asking.others)
      if (!reserved.ok) return reserved
      if (reserved.value) return DONE
    }
    return DONE
  }

  settle(agentId: AgentId): Promise<void> {
    return this.#reservations.settle(agentId)
  }

  /**
   * Reserves what a request may use that is sent without a user, and counts it towards the limits of its tree. Neither
   * asks nor waits. `settleUnasked` ends the reservation.
   */
  async reserveUnasked({ agentId, choice, next, most }: UnaskedRequest): Promise<Result<UnaskedAnswer>> {
    const key = warmKey(agentId)
    const looked = await this.#lookAt({ agentId, choice }, async () => {
      const others = await this.#reservations.others(key)
      return mapOk(others, (value) => ({ next, most, others: value }))
    })
    if (!looked.ok) return looked
    const { overrun, refusal, waits, asking } = looked.value
    if (refusal !== null) return ok({ type: 'refused', reason: refusal })
    if (overrun !== null) return ok({ type: 'refused', reason: `${overrun.subject}.` })
    if (waits) return ok({ type: 'later' })
    const reserved = asking === null ? ok(true) : await this.#reservations.reserve(key, asking.most, asking.others)
    if (!reserved.ok) return reserved
    if (!reserved.value) return ok({ type: 'later' })
    const counted = await this.#dependencies.treeLimits.takeRequest(agentId)
    if (counted.ok && counted.value === null) return ok({ type: 'reserved' })
    await this.settleUnasked(agentId)
    return mapOk(counted, (reached) => ({ type: 'refused', reason: reached?.text ?? '' }))
  }

  settleUnasked(agentId: AgentId): Promise<void> {
    return this.#reservations.settle(warmKey(agentId))
  }

  /** Returns all budgets. Once there is one, usage includes estimates. */
  async all(): Promise<Result<Readonly<Record<AgentId, Budget>>>> {
    const budgets = await this.#budgets.read()
    if (!budgets.ok || Object.keys(budgets.value).length === 0) return budgets
    const counted = await this.#dependencies.registry.countEstimates()
    return counted.ok ? budgets : counted
  }

  /** Returns the limit of today, or of this month if more of that is used, and what all agents have cost; null: there is none. */
  today(): Promise<Result<DayUse | null>> {
    return nearestUse(this.#periods)
  }

  /** Sets an agent's budget; null removes it. Agents that wait continue if the new budget is sufficient. */
  set(agentId: AgentId, budget: Budget | null): Promise<Result<null>> {
    return this.#change(agentId, () => budget)
  }

  #look(request: BudgetedRequest): Promise<Result<Looked>> {
    return this.#lookAt(request, () => this.#nextRequest(request))
  }

  /** `asking` is null where there is no limit; nothing is reserved then. */
  async #lookAt(
    { agentId, choice }: RequestingAgent,
    nextRequest: () => Promise<Result<Omit<ReservingRequest, 'runs'>>>,
  ): Promise<Result<Looked>> {
    const { registry, runLimits } = this.#dependencies
    const [budgets, runs] = await Promise.all([this.all(), runLimits.inForce(agentId)])
    if (!budgets.ok) return budgets
    if (!runs.ok) return runs
    const hasLimits =
      this.#periods.some(({ configured }) => configured !== null) ||
      Object.keys(budgets.value).length > 0 ||
      runs.value.length > 0
    if (!hasLimits) return ok({ overrun: null, refusal: null, waits: false, asking: null })
    const found = await nextRequest()
    if (!found.ok) return found
    // Read again: what was settled meanwhile is recorded, and no longer reserved.
    const inForce = await runLimits.inForce(agentId)
    if (!inForce.ok) return inForce
    const asking = { ...found.value, runs: inForce.value }
    const { usd } = asking.next
    const refusals = asking.runs.map((run) => runRefusal(run, { usd, model: choice.model }))
    const refusal = refusals.find((text) => text !== null) ?? null
    const unpriced = this.#unpricedLimit({ agentId, choice }, budgets.value, asking.next)
    const overrun = unpriced === null ? await this.#overrunBy(agentId, budgets.value, asking.next) : ok(unpriced)
    if (!overrun.ok) return overrun
    const limits = { registry, runLimits, periods: this.#periods }
    const held = await isHeld({ agentId, budgets: budgets.value, asking }, limits)
    return mapOk(held, (value) => ({ overrun: overrun.value, refusal, waits: value, asking }))
  }

  async #overrunBy(agentId: AgentId, budgets: Readonly<Record<AgentId, Budget>>, next: NextUse) {
    const { registry } = this.#dependencies
    const use = findOverrun(registry.tree.lineage(agentId), registry.summaries(), budgets, next)
    if (use !== null) return ok(this.#agentOverrun(use, next))
    return periodQuestion(this.#periods, next.usd, () => this.#resumeWaiting())
  }

  async #nextRequest({
    agentId,
    choice,
    unrecorded = NOTHING,
  }: BudgetedRequest): Promise<Result<Omit<ReservingRequest, 'runs'>>> {
    const price = await this.#dependencies.nextPrice.priceOf(agentId, choice)
    if (!price.ok) return price
    const others = await this.#reservations.others(agentId)
    const { tokens, outputTokens, most } = price.value
    return mapOk(others, (value) => ({
      next: { usd: boundedUsd(price.value, unrecorded), tokens: tokens + outputTokens + unrecorded.tokens },
      most: { usd: (most.usd ?? 0) + unrecorded.usd, tokens: most.tokens + unrecorded.tokens },
      others: value,
    }))
  }

  /** The limit in dollars that cannot hold, because the price of the model is not known; null: there is none. */
  #unpricedLimit(
    { agentId, choice }: RequestingAgent,
    budgets: Readonly<Record<AgentId, Budget>>,
    next: NextUse,
  ): Overrun | null {
    const { registry } = this.#dependencies
    if (next.usd !== null) return null
    const lineage = registry.tree.lineage(agentId)
    const accepted = `${lineage.at(-1) ?? agentId} ${choice.provider}/${choice.model}`
    const limited = budgetsInForce(lineage, registry.summaries(), budgets).find(({ budget }) => isCostBudget(budget))
    const period = this.#periods.find(({ configured }) => configured !== null)
    if ((limited === undefined && period === undefined) || this.#unpriced.has(accepted)) return null
    return {
      kind: 'budget',
      subject: unknownPriceText(choice.model, limitName(limited, period?.settingName ?? '')),
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
