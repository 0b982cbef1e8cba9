import { addCosts, type CostSum, NO_COST } from '../../../shared/cost-sum.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import { subtreeTotals } from '../../../shared/usage-totals.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { isOverrun, mustWait, unknownPriceText } from './budget-policy.ts'
import type { BudgetedRequest, BudgetGate } from './budgets.ts'
import type { NextPrice } from './next-price.ts'
import { Settlements } from './settlements.ts'

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
  /** What the running requests may cost at most, US dollars. */
  readonly #running = new Map<AgentId, number>()
  readonly #settlements = new Settlements()

  constructor(inner: BudgetGate, dependencies: LimitDependencies) {
    this.#inner = inner
    this.#dependencies = dependencies
  }

  settle(agentId: AgentId): Promise<void> {
    if (this.#running.delete(agentId)) this.#settlements.announce()
    return this.#inner.settle(agentId)
  }

  async reserve(request: BudgetedRequest): Promise<Result<null>> {
    const { registry, nextPrice } = this.#dependencies
    const { agentId, choice, signal } = request
    const lineage = registry.tree.lineage(agentId)
    const limit = [...this.#races.values()].find(({ attempts }) => attempts.some((id) => lineage.includes(id)))
    if (limit === undefined || limit.maxUsd === null) return this.#inner.reserve(request)
    for (;;) {
      const next = await nextPrice.of(agentId, choice)
      if (!next.ok) return next
      const { usd, most } = next.value
      const used = [...this.costs(limit.attempts).values()].reduce(addCosts, NO_COST).usd
      const refusal = refusalBy({ ...limit, maxUsd: limit.maxUsd }, { used, usd, model: choice.model })
      if (refusal !== null) {
        for (const id of lineage) this.#refused.add(id)
        return refuse(refusal)
      }
      const reserved = this.#reservedUnder(limit)
      // No await between this check and the reservation: the attempts run at the same time.
      if (!mustWait(used, limit.maxUsd, { reserved, most: most.usd ?? 0 })) {
        this.#running.set(agentId, most.usd ?? 0)
        const allowed = await this.#inner.reserve(request)
        if (!allowed.ok) await this.settle(agentId)
        return allowed
      }
      await this.#settlements.next(signal)
      if (signal.aborted) return DONE
    }
  }

  #reservedUnder({ attempts }: RaceLimit): number {
    const { tree } = this.#dependencies.registry
    return [...this.#running]
      .filter(([id]) => tree.lineage(id).some((each) => attempts.includes(each)))
      .reduce((sum, [, usd]) => sum + usd, 0)
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

/** Why the limit does not allow the next request; null: it does. */
function refusalBy(
  { maxUsd, what }: { readonly maxUsd: number; readonly what: RaceLimit['what'] },
  { used, usd, model }: { readonly used: number; readonly usd: number | null; readonly model: string },
): string | null {
  if (usd === null) return `${unknownPriceText(model, `the limit of ${dollars(maxUsd)} for the ${what}`)}.`
  if (!isOverrun(used, maxUsd, usd)) return null
  return `${dollars(used)} used, of the limit of ${dollars(maxUsd)} for the ${what}; the next request is estimated at ${dollars(usd)}.`
}
