import { addCosts, type CostSum, NO_COST } from '../../../shared/cost-sum.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import { subtreeTotals } from '../../../shared/usage-totals.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { isOverrun } from './budget-policy.ts'
import type { BudgetedRequest, BudgetGate } from './budgets.ts'
import type { NextPrice } from './next-price.ts'

interface RaceLimit {
  readonly attempts: readonly AgentId[]
  /** US dollars; null: none. */
  readonly maxUsd: number | null
  /** What the limit is of, for messages. */
  readonly what: 'race' | 'evaluation'
}

interface LimitDependencies {
  readonly registry: Pick<AgentRegistry, 'tree'>
  readonly nextPrice: Pick<NextPrice, 'of'>
}

/**
 * The limits of the races and evaluations that run in this engine, in addition to budgets. Nobody is asked at a limit: the request is
 * not sent.
 */
export class RaceLimits implements BudgetGate {
  readonly #inner: BudgetGate
  readonly #dependencies: LimitDependencies
  readonly #races = new Map<AgentId, RaceLimit>()
  readonly #refused = new Set<AgentId>()

  constructor(inner: BudgetGate, dependencies: LimitDependencies) {
    this.#inner = inner
    this.#dependencies = dependencies
  }

  async check(request: BudgetedRequest): Promise<Result<null>> {
    const { registry, nextPrice } = this.#dependencies
    const lineage = registry.tree.lineage(request.agentId)
    const limit = [...this.#races.values()].find(({ attempts }) => attempts.some((id) => lineage.includes(id)))
    if (limit === undefined || limit.maxUsd === null) return this.#inner.check(request)
    const next = await nextPrice.of(request.agentId, request.choice)
    if (!next.ok) return next
    const used = [...this.costs(limit.attempts).values()].reduce(addCosts, NO_COST)
    if (!isOverrun(used.usd, limit.maxUsd, next.value.usd)) return this.#inner.check(request)
    for (const id of lineage) this.#refused.add(id)
    const estimate = next.value.usd === null ? '' : `; the next request is estimated at ${dollars(next.value.usd)}`
    return refuse(
      `${dollars(used.usd)} used, of the limit of ${dollars(limit.maxUsd)} for the ${limit.what}${estimate}.`,
    )
  }

  /** The requests of these attempts and of their descendants count until the race is removed. */
  put(raceId: AgentId, limit: RaceLimit): void {
    this.#races.set(raceId, limit)
    for (const id of limit.attempts) this.#refused.delete(id)
  }

  remove(raceId: AgentId): void {
    this.#races.delete(raceId)
  }

  /** Whether a request of the agent or of one below it was refused since its race was put. */
  wasRefused(agentId: AgentId): boolean {
    return this.#refused.has(agentId)
  }

  /** What attempts cost, each with its descendants. */
  costs(attempts: readonly AgentId[]): ReadonlyMap<AgentId, CostSum> {
    const totals = subtreeTotals(this.#dependencies.registry.tree.all())
    return new Map(attempts.map((id) => [id, totals.get(id)?.cost ?? NO_COST]))
  }
}
