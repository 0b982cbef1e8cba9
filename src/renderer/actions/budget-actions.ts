import type { Budget } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { BudgetStore } from '../store/budget-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** User operations on budgets. */
export interface BudgetActions {
  /** Loads the budgets again, because answering the question of a paused agent may have increased one. */
  load(): Promise<void>
  /** Sets the budget; null removes it. Returns why nothing was changed, or null. */
  set(agentId: AgentId, budget: Budget | null): Promise<string | null>
}

export interface BudgetActionsDependencies {
  readonly client: EngineClient
  readonly budgets: BudgetStore
}

export function createBudgetActions({ client, budgets }: BudgetActionsDependencies): BudgetActions {
  async function load(): Promise<void> {
    const outcome = await callEngine(client.budgets.list())
    if (outcome.ok) budgets.setState({ budgets: outcome.value })
  }

  return {
    load,
    async set(agentId, budget) {
      const outcome = await callEngine(client.budgets.set({ agentId, budget }))
      if (!outcome.ok) return outcome.error.message
      await load()
      return null
    },
  }
}
