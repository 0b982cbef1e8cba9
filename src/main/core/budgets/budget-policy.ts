import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import { type Budget, type BudgetTokens, budgetTokens } from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'

/** A budget that is used up. */
export interface Overrun extends BudgetTokens {
  readonly agentId: AgentId
  readonly budget: Budget
}

/**
 * The first budget in the way of an agent's next request: its own, or that of a subtree it belongs to. Nobody knows what
 * a request will use, so the one that crosses the limit is still made.
 */
export function findOverrun(
  lineage: readonly AgentId[],
  agents: readonly (AgentRecord & Pick<AgentSummary, 'estimatedTokens'>)[],
  budgets: Readonly<Record<AgentId, Budget>>,
): Overrun | null {
  for (const [distance, agentId] of lineage.entries()) {
    const budget = budgets[agentId]
    if (budget === undefined || (budget.scope === 'agent' && distance > 0)) continue
    const tokens = budgetTokens(agents, agentId, budget.scope)
    if (tokens.used >= budget.tokens) return { agentId, budget, ...tokens }
  }
  return null
}

export function overrunText({ agentId, budget, used, estimated }: Overrun): string {
  const whose = budget.scope === 'subtree' ? `${shortAgentId(agentId)} and its descendants` : shortAgentId(agentId)
  const share = estimated === 0 ? '' : ` (${tokenText(estimated)} of them estimated: no usage was reported)`
  return `${tokenText(used)} used${share}, of a budget of ${tokenText(budget.tokens)} for ${whose}`
}
