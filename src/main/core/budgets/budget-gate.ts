import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { type Budget, budgetLimit, budgetsInForce, type BudgetUse, isCostBudget } from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import { agentOf, type ReservedUse } from '../../../shared/reserved-use.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { mustWait, type NextUse, reservedUnder } from './budget-policy.ts'
import type { DayBudget } from './day-budget.ts'
import { type Overrun } from './limit-question.ts'
import type { Amount, OtherUses } from './reservations.ts'
import type { RunLimits, RunLimitUse } from './run-limits.ts'

/** An agent that is about to send a request, and the model that it asks. */
export interface RequestingAgent {
  readonly agentId: AgentId
  readonly choice: ModelChoice
}

/** The request that a turn is about to send. */
export interface BudgetedRequest extends RequestingAgent {
  readonly signal: AbortSignal
  /** What earlier requests for the same event have used, which is recorded with it. */
  readonly unrecorded?: Amount
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

/** A request that is sent without a user, to keep a cache warm. */
export interface UnaskedRequest extends RequestingAgent {
  /** As far as known. */
  readonly next: NextUse
  readonly most: Amount
}

/** Whether it may be sent. `later`: requests that run now may use up the rest of a limit. `refused`: with the reason. */
export type UnaskedAnswer =
  | { readonly type: 'reserved' | 'later' }
  | { readonly type: 'refused'; readonly reason: string }

export interface Looked {
  readonly overrun: Overrun | null
  /** Why the limit of a run does not allow the request, as a sentence. */
  readonly refusal: string | null
  /** Whether other requests must end first. */
  readonly waits: boolean
  readonly asking: ReservingRequest | null
}

/** `setting`: the name of the limit in config.json, which holds where there is no budget. */
export function limitName(use: BudgetUse | undefined, setting: string): string {
  if (use === undefined) return `${setting} in config.json`
  return `the budget of ${dollars(budgetLimit(use.budget))} for ${shortAgentId(use.agentId)}`
}

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
  /** Those of the day and of the month. */
  readonly periods: readonly DayBudget[]
}

interface AskingAgent {
  readonly agentId: AgentId
  readonly budgets: Readonly<Record<AgentId, Budget>>
  readonly asking: ReservingRequest
}

/** Whether the requests that run now may use up the rest of a limit of a run, a budget or the day. */
export async function isHeld(
  { agentId, budgets, asking: { most, runs, others } }: AskingAgent,
  { registry, runLimits, periods }: LimitsInForce,
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
  for (const period of periods) {
    const found = await period.use()
    if (!found.ok) return found
    const use = found.value
    if (use !== null && mustWait(use.cost.usd, use.limit, { reserved, most: most.usd })) return ok(true)
  }
  return ok(false)
}

function sumUsd(uses: readonly ReservedUse[]): number {
  return uses.reduce((sum, { usd }) => sum + usd, 0)
}
