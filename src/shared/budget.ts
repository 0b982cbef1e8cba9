import { z } from 'zod'

import type { AgentId } from './ids.ts'

/** How much an agent may use. At the limit it pauses before its next request and asks. */
export const budgetSchema = z.object({
  /** `subtree`: the agent and all its descendants together. */
  scope: z.enum(['agent', 'subtree']),
  /** As the providers report them, input and output together. */
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
