import type { AgentEvent } from './agent-event.ts'
import type { AgentRecord } from './agent-summary.ts'
import { addCosts, type CostSum, NO_COST } from './cost-sum.ts'
import { costOf, isResponseKind } from './recorded-cost.ts'
import type { AgentId } from './ids.ts'
import { recordedUsage } from './recorded-usage.ts'
import { treeOrder } from './tree-order.ts'
import { addUsage, NO_TOKENS, type ResponseUsage, type TokenUsage } from './usage.ts'

/** Tokens and cost of several responses, as recorded with them. */
export interface UsageTotals {
  readonly usage: TokenUsage
  readonly cost: CostSum
}

export const NO_TOTALS: UsageTotals = { usage: NO_TOKENS, cost: NO_COST }

export function addTotals(a: UsageTotals, b: UsageTotals): UsageTotals {
  return { usage: addUsage(a.usage, b.usage), cost: addCosts(a.cost, b.cost) }
}

/**
 * Sums all responses. Inherited events of other agents are included; callers filter them
 * out first.
 */
export function usageTotals(events: readonly AgentEvent[]): UsageTotals {
  return events.reduce(
    (totals, event) => addTotals(totals, { usage: eventUsage(event) ?? NO_TOKENS, cost: costOf(event) }),
    NO_TOTALS,
  )
}

/** Returns whether anything was used, as far as is known. */
export function isUsed({ usage, cost }: UsageTotals): boolean {
  return usage.totalTokens > 0 || cost.usd > 0 || cost.unpriced > 0 || cost.partial > 0
}

/** Returns whether responses used tokens that no provider reported: the sums of tokens are then not known. */
export function isUnreported(totals: UsageTotals): boolean {
  return totals.usage.totalTokens === 0 && isUsed(totals)
}

/** Returns the sums of tokens; null: they are not known. */
export function reportedTokens(totals: UsageTotals): TokenUsage | null {
  return isUnreported(totals) ? null : totals.usage
}

/** Totals of an agent and its descendants. */
export interface SubtreeTotals extends UsageTotals {
  /** Number of descendants. */
  readonly descendants: number
}

/** Returns the totals of each agent together with its descendants. */
export function subtreeTotals(agents: readonly AgentRecord[]): ReadonlyMap<AgentId, SubtreeTotals> {
  const totals = new Map<AgentId, SubtreeTotals>(
    agents.map(({ id, usage, cost }) => [id, { usage, cost, descendants: 0 }]),
  )
  for (const { agent } of treeOrder(agents).toReversed()) {
    const own = totals.get(agent.id)
    const above = agent.parentId === null ? undefined : totals.get(agent.parentId)
    if (agent.parentId === null || own === undefined || above === undefined) continue
    const descendants = above.descendants + own.descendants + 1
    totals.set(agent.parentId, { ...addTotals(above, own), descendants })
  }
  return totals
}

/** Returns the usage of a response of any kind. Null if there was no request or no reported usage. */
export function eventUsage({ kind, data }: { readonly kind: string; readonly data: unknown }): ResponseUsage | null {
  const usage = isResponseKind(kind) ? recordedUsage(data) : null
  // A summary records its output without the thinking before it.
  if (usage === null || kind !== 'summary') return usage
  return { ...usage, outputTokens: usage.outputTokens + usage.thinkingTokens }
}
