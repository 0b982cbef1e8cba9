import type { CountedColumn } from '../../../shared/agent-attributes.ts'
import { costOf } from '../../../shared/recorded-cost.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { NO_TOKENS } from '../../../shared/usage.ts'
import { addTotals, eventUsage, NO_TOTALS, type UsageTotals } from '../../../shared/usage-totals.ts'

interface Counted {
  readonly agentId: AgentId
  readonly kind: string
  readonly data: unknown
}

/** Returns how much the totals of each agent grow: the tokens and the cost of all its responses. */
export function totalsByAgent(events: readonly Counted[]): ReadonlyMap<AgentId, UsageTotals> {
  const totals = new Map<AgentId, UsageTotals>()
  for (const event of events) {
    const usage = eventUsage(event)
    const cost = costOf(event)
    const isResponse = usage !== null || cost.usd > 0 || cost.unpriced + cost.partial > 0
    if (!isResponse) continue
    totals.set(event.agentId, addTotals(totals.get(event.agentId) ?? NO_TOTALS, { usage: usage ?? NO_TOKENS, cost }))
  }
  return totals
}

/** The columns that are the sums of an agent's responses. */
export type TotalsColumn = Exclude<CountedColumn, 'unread_mail' | 'queued_prompts'>

/** Returns the columns of `agents` that hold the totals. */
export function totalsColumns({ usage, cost }: UsageTotals): Readonly<Record<TotalsColumn, number>> {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    thinking_tokens: usage.thinkingTokens,
    cached_tokens: usage.cachedTokens,
    total_tokens: usage.totalTokens,
    cost_usd: cost.usd,
    unpriced_responses: cost.unpriced,
    partial_responses: cost.partial,
  }
}
