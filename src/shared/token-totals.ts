import type { AgentEvent } from './agent-event.ts'
import type { AgentRecord } from './agent-summary.ts'
import { estimateCost } from './cost-estimate.ts'
import type { AgentId } from './ids.ts'
import type { ModelPrice } from './model-price.ts'
import { recordedUsage } from './recorded-usage.ts'
import { treeOrder } from './tree-order.ts'
import { addUsage, NO_TOKENS, type ResponseUsage, type TokenUsage } from './usage.ts'

/** The usage of a list of events, as the providers reported it. */
export interface TokenTotals {
  readonly usage: TokenUsage
  /** US dollars by list prices: an estimate that covers only answers with a known price. */
  readonly estimatedCost: number
  /** Number of answers without a known price. Above 0, the cost is at least `estimatedCost`. */
  readonly unpriced: number
}

/** The usage of one model's answers for one agent. */
export interface ModelUsage {
  readonly agentId: AgentId
  /** Null if not recorded. */
  readonly provider: string | null
  readonly model: string | null
  /** Number of answers and summaries. */
  readonly answers: number
  readonly usage: TokenUsage
}

export const NO_TOTALS: TokenTotals = { usage: NO_TOKENS, estimatedCost: 0, unpriced: 0 }

/** Returns the price of a model as named in a response; null if not known. */
export type PriceOf = (provider: string | null, model: string) => ModelPrice | null

/**
 * Sums the usage of answers and summaries. Inherited events of other agents are included; callers filter them out
 * first.
 */
export function tokenTotals(events: readonly AgentEvent[], priceOf: PriceOf): TokenTotals {
  return events.reduce((totals, event) => addTotals(totals, eventTotals(event, priceOf)), NO_TOTALS)
}

/**
 * Returns the same totals for the sums of one model. Prices are per token, so the sum costs the same as its answers.
 */
export function modelTotals({ usage, answers }: ModelUsage, price: ModelPrice | null): TokenTotals {
  const cost = estimateCost(usage, price)
  return { usage, estimatedCost: cost ?? 0, unpriced: cost === null ? answers : 0 }
}

export function addTotals(a: TokenTotals, b: TokenTotals): TokenTotals {
  return {
    usage: addUsage(a.usage, b.usage),
    estimatedCost: a.estimatedCost + b.estimatedCost,
    unpriced: a.unpriced + b.unpriced,
  }
}

/** Returns the tokens of each agent and its descendants together. */
export function subtreeUsages(agents: readonly AgentRecord[]): ReadonlyMap<AgentId, TokenUsage> {
  const totals = new Map(agents.map(({ id, usage }) => [id, usage]))
  for (const { agent } of treeOrder(agents).toReversed()) {
    const above = agent.parentId === null ? undefined : totals.get(agent.parentId)
    if (agent.parentId !== null && above !== undefined)
      totals.set(agent.parentId, addUsage(above, totals.get(agent.id) ?? agent.usage))
  }
  return totals
}

function eventTotals(event: AgentEvent, priceOf: PriceOf): TokenTotals {
  const usage = eventUsage(event)
  if (usage === null || (event.kind !== 'assistant' && event.kind !== 'summary')) return NO_TOTALS
  const { provider = null, model } = event.data
  const cost = estimateCost(usage, model === undefined ? null : priceOf(provider, model))
  return { usage, estimatedCost: cost ?? 0, unpriced: cost === null ? 1 : 0 }
}

/**
 * Returns the usage of an answer, an interrupted answer or a summary. Null if there was no request or no reported
 * usage.
 */
export function eventUsage(event: AgentEvent): ResponseUsage | null {
  if (event.kind === 'assistant' || event.kind === 'interrupted') return recordedUsage(event.data)
  if (event.kind !== 'summary') return null
  const usage = recordedUsage(event.data)
  return usage === null ? null : { ...usage, outputTokens: usage.outputTokens + usage.thinkingTokens }
}
