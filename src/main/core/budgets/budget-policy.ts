import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import { type Budget, budgetsInForce, type BudgetUse } from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'

/**
 * Returns the nearest used-up budget that applies to an agent: its own, or that of an ancestor; null: its next request
 * may be sent. Usage is known only after a request, so the request that crosses the limit is still sent.
 */
export function findOverrun(
  lineage: readonly AgentId[],
  agents: readonly (AgentRecord & Pick<AgentSummary, 'estimatedTokens'>)[],
  budgets: Readonly<Record<AgentId, Budget>>,
): BudgetUse | null {
  return budgetsInForce(lineage, agents, budgets).find(({ budget, used }) => used >= budget.tokens) ?? null
}

/** `43,008 tokens used, of a budget of 40,000 tokens for 1f3a9c`. */
export function overrunText({ agentId, budget, used, estimated }: BudgetUse): string {
  const whose = budget.scope === 'subtree' ? `${shortAgentId(agentId)} and its descendants` : shortAgentId(agentId)
  const share = estimated === 0 ? '' : ` (${tokenText(estimated)} of them estimated: no usage was reported)`
  return `${tokenText(used)} used${share}, of a budget of ${tokenText(budget.tokens)} for ${whose}`
}
