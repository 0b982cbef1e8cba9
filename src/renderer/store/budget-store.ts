import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentRecord } from '../../shared/agent-summary.ts'
import type { Budget } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { subtreeUsage } from '../../shared/token-totals.ts'

/** Limits on tokens, by agent; most have none. */
export interface BudgetState {
  readonly budgets: Readonly<Record<AgentId, Budget>>
}

export type BudgetStore = StoreApi<BudgetState>

export function createBudgetStore(): BudgetStore {
  return createStore(() => ({ budgets: {} }))
}

/** A limit, whose it is, and how many tokens of it are used. */
export interface BudgetUse {
  readonly agentId: AgentId
  readonly budget: Budget
  readonly used: number
}

type Agents = ReadonlyMap<AgentId, AgentRecord>

/** The limit that stops an agent first, by its share that is used: its own, or that of a subtree it belongs to. */
export function budgetInForce(agents: Agents, agentId: AgentId, { budgets }: BudgetState): BudgetUse | null {
  let closest: BudgetUse | null = null
  const seen = new Set<AgentId>()
  for (let id: AgentId | null | undefined = agentId; id != null && !seen.has(id); id = agents.get(id)?.parentId) {
    seen.add(id)
    const budget = budgets[id]
    if (budget === undefined || (budget.scope === 'agent' && id !== agentId)) continue
    const use = { agentId: id, budget, used: usedBy(agents, id, budget.scope) }
    if (closest === null || shareUsed(use) > shareUsed(closest)) closest = use
  }
  return closest
}

/** Tokens of an agent alone, or of it and all below it. */
export function usedBy(agents: Agents, agentId: AgentId, scope: Budget['scope']): number {
  if (scope === 'subtree') return subtreeUsage([...agents.values()], agentId).totalTokens
  return agents.get(agentId)?.usage.totalTokens ?? 0
}

/** 1: all of it is used. */
export function shareUsed({ budget, used }: BudgetUse): number {
  return used / budget.tokens
}
