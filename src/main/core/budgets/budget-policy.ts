import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import { type Budget, budgetsInForce, type BudgetUse } from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'

/**
 * The nearest used-up budget of an agent: its own, or that of a subtree that it belongs to; null: its next request may be
 * made. What a request will use is not known before, so the request that crosses the limit is still made.
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
