import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { Budget } from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'
import { subtreeUsage } from '../../../shared/token-totals.ts'

/** A budget that is used up. */
export interface Overrun {
  readonly agentId: AgentId
  readonly budget: Budget
  readonly used: number
}

/**
 * The first budget in the way of an agent's next request: its own, or that of a subtree it belongs to. Nobody knows what
 * a request will use, so the one that crosses the limit is still made.
 */
export function findOverrun(
  lineage: readonly AgentId[],
  agents: readonly AgentRecord[],
  budgets: Readonly<Record<AgentId, Budget>>,
): Overrun | null {
  for (const [distance, agentId] of lineage.entries()) {
    const budget = budgets[agentId]
    if (budget === undefined || (budget.scope === 'agent' && distance > 0)) continue
    const used = usedBy(agentId, budget, agents)
    if (used >= budget.tokens) return { agentId, budget, used }
  }
  return null
}

function usedBy(agentId: AgentId, { scope }: Budget, agents: readonly AgentRecord[]): number {
  if (scope === 'subtree') return subtreeUsage(agents, agentId).totalTokens
  return agents.find(({ id }) => id === agentId)?.usage.totalTokens ?? 0
}

export function overrunText({ agentId, budget, used }: Overrun): string {
  const whose = budget.scope === 'subtree' ? `${shortAgentId(agentId)} and its descendants` : shortAgentId(agentId)
  return `${tokenText(used)} used, of a budget of ${tokenText(budget.tokens)} for ${whose}`
}
