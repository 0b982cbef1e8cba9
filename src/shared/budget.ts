import { z } from 'zod'

import type { AgentSummary } from './agent-summary.ts'
import type { AgentId } from './ids.ts'

/** A token limit of an agent. When it is reached, the agent pauses before its next request and asks the user. */
export const budgetSchema = z.object({
  /** `subtree`: the sum of the agent and all its descendants. */
  scope: z.enum(['agent', 'subtree']),
  /** Input and output together, as reported by the providers; estimated if nothing is reported. */
  tokens: z.number().int().positive(),
  /** Increase of the limit each time the user extends it. */
  step: z.number().int().positive(),
})
export type Budget = Readonly<z.infer<typeof budgetSchema>>

const budgetsSchema = z.record(z.string(), budgetSchema)

/** Parses stored budgets; null if the value has another form. */
export function parseBudgets(stored: unknown): Readonly<Record<AgentId, Budget>> | null {
  const parsed = budgetsSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** Tokens that count against a budget. */
export interface BudgetTokens {
  readonly used: number
  /** How many of them are an estimate. */
  readonly estimated: number
}

type Counted = Pick<AgentSummary, 'id' | 'parentId' | 'usage' | 'estimatedTokens'>

/** Returns the tokens used by the agent, or by it and all its descendants. */
export function budgetTokens(agents: readonly Counted[], id: AgentId, scope: Budget['scope']): BudgetTokens {
  const counted = agents.filter((candidate) => candidate.id === id)
  if (scope === 'subtree') {
    const children = Map.groupBy(agents, ({ parentId }) => parentId)
    for (const agent of counted) for (const child of children.get(agent.id) ?? []) counted.push(child)
  }
  const estimated = counted.reduce((sum, { estimatedTokens = 0 }) => sum + estimatedTokens, 0)
  return { used: counted.reduce((sum, { usage }) => sum + usage.totalTokens, estimated), estimated }
}

/** A budget, the agent that has it, and how many of its tokens are used. */
export interface BudgetUse extends BudgetTokens {
  readonly agentId: AgentId
  readonly budget: Budget
}

/**
 * Returns the budgets that apply to the first agent of `lineage`, nearest first: its own, and those of its ancestors
 * with the scope `subtree`. `lineage` goes from the agent to its root.
 */
export function budgetsInForce(
  lineage: readonly AgentId[],
  agents: readonly Counted[],
  budgets: Readonly<Record<AgentId, Budget>>,
): readonly BudgetUse[] {
  return lineage.flatMap((agentId, distance): readonly BudgetUse[] => {
    const budget = budgets[agentId]
    if (budget === undefined || (budget.scope === 'agent' && distance > 0)) return []
    return [{ agentId, budget, ...budgetTokens(agents, agentId, budget.scope) }]
  })
}
