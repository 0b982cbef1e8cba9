import { budgetLimit, type Budget, budgetsInForce, isCostBudget } from '../../../shared/budget.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { agentOf, type ReservedUse } from '../../../shared/reserved-use.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { mustWait, type NextUse, reservedUnder } from './budget-policy.ts'
import type { DayBudget } from './day-budget.ts'
import type { Amount, OtherUses } from './reservations.ts'
import type { RunLimits, RunLimitUse } from './run-limits.ts'

/** The next request, the limits of runs that it counts for, and what others may use at the same time. */
export interface ReservingRequest {
  readonly next: NextUse
  readonly most: Amount
  readonly runs: readonly RunLimitUse[]
  readonly others: OtherUses
}

interface LimitsInForce {
  readonly registry: AgentRegistry
  readonly runLimits: RunLimits
  readonly day: DayBudget
}

interface AskingAgent {
  readonly agentId: AgentId
  readonly budgets: Readonly<Record<AgentId, Budget>>
  readonly asking: ReservingRequest
}

/** Whether the requests that run now may use up the rest of a limit of a run, a budget or the day. */
export async function isHeld(
  { agentId, budgets, asking: { most, runs, others } }: AskingAgent,
  { registry, runLimits, day }: LimitsInForce,
): Promise<Result<boolean>> {
  const { counted } = others
  if (Object.keys(counted).length === 0) return ok(false)
  const isRunHeld = runs.some((run) => {
    const running = Object.entries(counted).filter(([key]) => runLimits.isUnder(agentOf(key), run))
    return mustWait(run.used, run.maxUsd, { reserved: sumUsd(running.map(([, use]) => use)), most: most.usd })
  })
  if (isRunHeld) return ok(true)
  const agents = registry.summaries()
  const isBudgetHeld = budgetsInForce(registry.tree.lineage(agentId), agents, budgets).some((use) =>
    mustWait(use.used, budgetLimit(use.budget), {
      reserved: reservedUnder(use, agents, counted),
      most: isCostBudget(use.budget) ? most.usd : most.tokens,
    }),
  )
  if (isBudgetHeld) return ok(true)
  const reserved = sumUsd(Object.values(counted))
  const today = await day.use()
  return mapOk(today, (use) => use !== null && mustWait(use.cost.usd, use.limit, { reserved, most: most.usd }))
}

function sumUsd(uses: readonly ReservedUse[]): number {
  return uses.reduce((sum, { usd }) => sum + usd, 0)
}
