import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { type Budget, type BudgetTokens, budgetTokens } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'

/** Limits on tokens, by agent; most have none. */
export interface BudgetState {
  readonly budgets: Readonly<Record<AgentId, Budget>>
}

export type BudgetStore = StoreApi<BudgetState>

export function createBudgetStore(): BudgetStore {
  return createStore(() => ({ budgets: {} }))
}

/** A limit, whose it is, and how many tokens of it are used. */
export interface BudgetUse extends BudgetTokens {
  readonly agentId: AgentId
  readonly budget: Budget
}

type Agents = ReadonlyMap<AgentId, AgentSummary>

/** The limit that stops an agent first, by its share that is used: its own, or that of a subtree it belongs to. */
export function budgetInForce(agents: Agents, agentId: AgentId, { budgets }: BudgetState): BudgetUse | null {
  let closest: BudgetUse | null = null
  const seen = new Set<AgentId>()
  for (let id: AgentId | null | undefined = agentId; id != null && !seen.has(id); id = agents.get(id)?.parentId) {
    seen.add(id)
    const budget = budgets[id]
    if (budget === undefined || (budget.scope === 'agent' && id !== agentId)) continue
    const use = { agentId: id, budget, ...budgetTokens([...agents.values()], id, budget.scope) }
    if (closest === null || shareUsed(use) > shareUsed(closest)) closest = use
  }
  return closest
}

/** `, 200 of them estimated`; empty: none is. */
export function estimateWords({ estimated }: BudgetTokens): string {
  return estimated === 0 ? '' : `, ${estimated.toLocaleString('en-US')} of them estimated`
}

/** 1: all of it is used. */
export function shareUsed({ budget, used }: BudgetUse): number {
  return used / budget.tokens
}
