import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { type Budget, budgetsInForce, type BudgetUse, budgetUse } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { type DayUse, limitState, percent, shareUsed } from '../../shared/near-limit.ts'
import { texts } from '../text/texts.ts'
import { agentName } from './agent-name.ts'

/** Limits by agent; most agents have none. */
export interface BudgetState {
  readonly budgets: Readonly<Record<AgentId, Budget>>
  /** The limit of today as last loaded; null: none, or not loaded. */
  readonly today: DayUse | null
}

export type BudgetStore = StoreApi<BudgetState>

export function createBudgetStore(): BudgetStore {
  return createStore(() => ({ budgets: {}, today: null }))
}

type Agents = ReadonlyMap<AgentId, AgentSummary>

/** Returns the budget with the largest used share, which stops the agent first; null if none applies. */
export function budgetInForce(agents: Agents, agentId: AgentId, budgets: BudgetState['budgets']): BudgetUse | null {
  const inForce = budgetsInForce(lineageOf(agents, agentId), [...agents.values()], budgets)
  return inForce.reduce<BudgetUse | null>((closest, use) => {
    return closest !== null && shareUsed(closest) >= shareUsed(use) ? closest : use
  }, null)
}

/** Returns the agent and its ancestors, nearest first. */
function lineageOf(agents: Agents, agentId: AgentId): readonly AgentId[] {
  const lineage = new Set<AgentId>()
  for (let id: AgentId | null | undefined = agentId; id != null && !lineage.has(id); id = agents.get(id)?.parentId) {
    lineage.add(id)
  }
  return [...lineage]
}

/** Returns a message for each budget that has become nearly used up, or was passed, between two states of the tree. */
export function nearLimitMessages(budgets: BudgetState['budgets'], before: Agents, after: Agents): readonly string[] {
  const [earlier, later] = [[...before.values()], [...after.values()]]
  return Object.entries(budgets).flatMap(([id, budget]) => {
    const agent = after.get(id)
    if (agent === undefined || !before.has(id)) return []
    const share = shareUsed(budgetUse(later, id, budget))
    const state = limitState(share)
    if (state === 'open' || state === limitState(shareUsed(budgetUse(earlier, id, budget)))) return []
    const words = texts.actions.agent
    const facts = { agent: agentName(agent), share: percent(share) }
    return [state === 'passed' ? words.passedBudget(facts) : words.nearBudget(facts)]
  })
}
