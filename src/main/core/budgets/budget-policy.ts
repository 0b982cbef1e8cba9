import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import { type Budget, budgetLimit, budgetsInForce, type BudgetUse, isCostBudget } from '../../../shared/budget.ts'
import type { CostSum } from '../../../shared/cost-sum.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'

/**
 * Returns the nearest budget that does not allow the agent's next request: its own, or that of an ancestor; null: the
 * request may be sent. Tokens are known only after a request, so the request that crosses a limit in tokens is still
 * sent. A limit in dollars must cover the request's estimate; `nextUsd` null: no price is known.
 */
export function findOverrun(
  lineage: readonly AgentId[],
  agents: readonly (AgentRecord & Pick<AgentSummary, 'estimatedTokens'>)[],
  budgets: Readonly<Record<AgentId, Budget>>,
  nextUsd: number | null,
): BudgetUse | null {
  const inForce = budgetsInForce(lineage, agents, budgets)
  return (
    inForce.find(({ budget, used }) => isOverrun(used, budgetLimit(budget), isCostBudget(budget) ? nextUsd : null)) ??
    null
  )
}

/** Whether the used part, with the estimate of the next request, exceeds the limit. */
export function isOverrun(used: number, limit: number, next: number | null): boolean {
  return used >= limit || used + (next ?? 0) > limit
}

/** `43,008 tokens used, of a budget of 40,000 tokens for 1f3a9c`; `$0.09 used, of a budget of $0.10 for 1f3a9c. …`. */
export function overrunText(use: BudgetUse, nextUsd: number | null): string {
  const { agentId, budget, used, estimated, unpriced } = use
  const whose = budget.scope === 'subtree' ? `${shortAgentId(agentId)} and its descendants` : shortAgentId(agentId)
  if (isCostBudget(budget))
    return costText({ used, unpriced }, `a budget of ${dollars(budget.usd)} for ${whose}`, nextUsd)
  const share = estimated === 0 ? '' : ` (${tokenText(estimated)} of them estimated: no usage was reported)`
  return `${tokenText(used)} used${share}, of a budget of ${tokenText(budget.tokens)} for ${whose}`
}

/** `$4.10 used today, of the limit of $5.00 a day (max_cost_per_day in config.json). …`. */
export function dayLimitText({ usd, unpriced, partial }: CostSum, limit: number, nextUsd: number | null): string {
  const of = `the limit of ${dollars(limit)} for today (max_cost_per_day in config.json)`
  return costText({ used: usd, unpriced: unpriced + partial }, of, nextUsd)
}

function costText(
  { used, unpriced }: Pick<BudgetUse, 'used' | 'unpriced'>,
  limit: string,
  nextUsd: number | null,
): string {
  const known = unpriced === 0 ? dollars(used) : `at least ${dollars(used)}`
  const unknown = unpriced === 1 ? ['1 answer has no known price'] : [`${unpriced} answers have no known price`]
  return [
    `${known} used, of ${limit}`,
    nextUsd === null
      ? 'the price of the next request is not known'
      : `the next request is estimated at ${dollars(nextUsd)}`,
    ...(unpriced === 0 ? [] : unknown),
  ].join('; ')
}
