import { z } from 'zod'

import type { AgentSummary } from './agent-summary.ts'
import type { AgentId } from './ids.ts'

/** How much an agent may use. At the limit it pauses before its next request and asks. */
export const budgetSchema = z.object({
  /** `subtree`: the agent and all its descendants together. */
  scope: z.enum(['agent', 'subtree']),
  /** Input and output together, as the providers report them; estimated where they report nothing. */
  tokens: z.number().int().positive(),
  /** By how much it grows each time a person lets the agent go on. */
  step: z.number().int().positive(),
})
export type Budget = Readonly<z.infer<typeof budgetSchema>>

const budgetsSchema = z.record(z.string(), budgetSchema)

/** Budgets as they were stored; null: those are none. */
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

/** What an agent alone has used, or it and all its descendants. */
export function budgetTokens(agents: readonly Counted[], id: AgentId, scope: Budget['scope']): BudgetTokens {
  const counted = agents.filter((candidate) => candidate.id === id)
  if (scope === 'subtree') {
    const children = Map.groupBy(agents, ({ parentId }) => parentId)
    for (const agent of counted) for (const child of children.get(agent.id) ?? []) counted.push(child)
  }
  const estimated = counted.reduce((sum, { estimatedTokens = 0 }) => sum + estimatedTokens, 0)
  return { used: counted.reduce((sum, { usage }) => sum + usage.totalTokens, estimated), estimated }
}

/** A budget, the agent that it was given to, and how many tokens of it are used. */
export interface BudgetUse extends BudgetTokens {
  readonly agentId: AgentId
  readonly budget: Budget
}

/**
 * The budgets that count for the first agent of `lineage`, nearest first: its own, and those of its ancestors with the
 * scope `subtree`. `lineage` goes from the agent to its root.
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
