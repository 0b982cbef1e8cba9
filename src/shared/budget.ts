import { z } from 'zod'

import type { AgentSummary } from './agent-summary.ts'
import { addCosts, NO_COST } from './cost-sum.ts'
import type { AgentId } from './ids.ts'
import { MAX_DOLLARS } from './money.ts'

/** `subtree`: the sum of the agent and all its descendants. */
const scope = z.enum(['agent', 'subtree'])
const wholeTokens = z.number().int().positive()
const dollarAmount = z.number().positive().max(MAX_DOLLARS)

const tokenBudgetSchema = z.object({
  scope,
  /** Input and output together, as reported by the providers; estimated if nothing is reported. */
  tokens: wholeTokens,
  /** Increase of the limit each time the user extends it. */
  step: wholeTokens,
})

const costBudgetSchema = z.object({
  scope,
  /** US dollars, as recorded with the responses. */
  usd: dollarAmount,
  step: dollarAmount,
})

/** A limit of an agent. When it is reached, the agent pauses before its next request and asks the user. */
export const budgetSchema = z.union([costBudgetSchema, tokenBudgetSchema])
export type Budget = Readonly<z.infer<typeof budgetSchema>>
type CostBudget = Readonly<z.infer<typeof costBudgetSchema>>

const budgetsSchema = z.record(z.string(), budgetSchema)

/** Parses stored budgets; null if the value has another form. */
export function parseBudgets(stored: unknown): Readonly<Record<AgentId, Budget>> | null {
  const parsed = budgetsSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}

const dayExtensionSchema = z.object({
  /** ISO date. */
  day: z.string(),
  /** US dollars; null: no limit on that day. */
  more: z.number().nonnegative().nullable(),
})
/** How far the user has raised the limit of one day. */
export type DayExtension = Readonly<z.infer<typeof dayExtensionSchema>>

/** Parses a stored extension; null if the value has another form. */
export function parseDayExtension(stored: unknown): DayExtension | null {
  return dayExtensionSchema.safeParse(stored).data ?? null
}

/** Whether a budget is in dollars; otherwise it is in tokens. */
export function isCostBudget(budget: Budget): budget is CostBudget {
  return 'usd' in budget
}

/** Returns the limit of a budget in its own unit. */
export function budgetLimit(budget: Budget): number {
  return isCostBudget(budget) ? budget.usd : budget.tokens
}

/** Returns the budget after the user has extended it once. */
export function extendedBudget(budget: Budget): Budget {
  return isCostBudget(budget)
    ? { ...budget, usd: budget.usd + budget.step }
    : { ...budget, tokens: budget.tokens + budget.step }
}

/** Tokens that count against a budget. */
export interface BudgetTokens {
  readonly used: number
  /** How many of them are an estimate. */
  readonly estimated: number
}

/** What of an agent counts against a budget. */
interface CountedAgent {
  readonly id: AgentId
  readonly parentId: AgentId | null
  readonly usage: AgentSummary['usage']
  readonly cost: AgentSummary['cost']
  readonly estimatedTokens?: number
}

/** Returns the tokens used by the agent, or by it and all its descendants. */
export function budgetTokens(agents: readonly CountedAgent[], id: AgentId, of: Budget['scope']): BudgetTokens {
  const counted = countedAgents(agents, id, of)
  const estimated = counted.reduce((sum, { estimatedTokens = 0 }) => sum + estimatedTokens, 0)
  return { used: counted.reduce((sum, { usage }) => sum + usage.totalTokens, estimated), estimated }
}

/** US dollars that count against a budget. */
export interface BudgetCost {
  readonly used: number
  /** Number of responses whose cost is not known, or not completely. `used` is then a lower bound. */
  readonly unpriced: number
}

/** Returns the recorded cost of the agent, or of it and all its descendants. */
export function budgetCost(agents: readonly CountedAgent[], id: AgentId, of: Budget['scope']): BudgetCost {
  const { usd, unpriced, partial } = countedAgents(agents, id, of)
    .map(({ cost }) => cost)
    .reduce(addCosts, NO_COST)
  return { used: usd, unpriced: unpriced + partial }
}

/** Returns the agent, or it and all its descendants. */
export function countedAgents<Agent extends { readonly id: AgentId; readonly parentId: AgentId | null }>(
  agents: readonly Agent[],
  id: AgentId,
  of: Budget['scope'],
): readonly Agent[] {
  const counted = agents.filter((candidate) => candidate.id === id)
  if (of === 'agent') return counted
  const children = Map.groupBy(agents, ({ parentId }) => parentId)
  for (const agent of counted) for (const child of children.get(agent.id) ?? []) counted.push(child)
  return counted
}

/** A budget, the agent that has it, and how much of it is used, in the unit of the budget. */
export interface BudgetUse extends BudgetTokens, BudgetCost {
  readonly agentId: AgentId
  readonly budget: Budget
}

/** Returns how much of a budget is used. */
export function budgetUse(agents: readonly CountedAgent[], agentId: AgentId, budget: Budget): BudgetUse {
  return isCostBudget(budget)
    ? { agentId, budget, ...budgetCost(agents, agentId, budget.scope), estimated: 0 }
    : { agentId, budget, ...budgetTokens(agents, agentId, budget.scope), unpriced: 0 }
}

/**
 * Returns the budgets that apply to the first agent of `lineage`, nearest first: its own, and those of its ancestors
 * with the scope `subtree`. `lineage` goes from the agent to its root.
 */
export function budgetsInForce(
  lineage: readonly AgentId[],
  agents: readonly CountedAgent[],
  budgets: Readonly<Record<AgentId, Budget>>,
): readonly BudgetUse[] {
  return lineage.flatMap((agentId, distance): readonly BudgetUse[] => {
    const budget = budgets[agentId]
    if (budget === undefined || (budget.scope === 'agent' && distance > 0)) return []
    return [budgetUse(agents, agentId, budget)]
  })
}

const runLimitSchema = z.object({
  /** The agents that share the limit, with all below them. */
  agents: z.array(z.string()).readonly(),
  /** US dollars. */
  maxUsd: z.number().nonnegative(),
  /** What the limit is of, for messages. */
  what: z.enum(['race', 'evaluation']),
})

/** The limit in dollars of a race or an evaluation. */
export type RunLimit = Readonly<z.infer<typeof runLimitSchema>>
/** By the agent of the race or evaluation. */
export type RunLimitsByAgent = Readonly<Record<AgentId, RunLimit>>

const runLimitsSchema = z.record(z.string(), runLimitSchema)

/** Parses stored limits; null if the value has another form. */
export function parseRunLimits(stored: unknown): RunLimitsByAgent | null {
  return runLimitsSchema.safeParse(stored).data ?? null
}
