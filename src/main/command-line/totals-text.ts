import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { costText, UNKNOWN_COST } from '../../shared/money.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import { isUnreported, isUsed, type SubtreeTotals, type UsageTotals } from '../../shared/usage-totals.ts'

/** `12 tokens in, 5 out, $0.0012`, with what is missing from the cost; `tokens not reported` if none are known. */
export function totalsText(totals: UsageTotals): string {
  const { usage, cost } = totals
  if (isUnreported(totals)) return `tokens not reported, ${totalCostText(cost)}`
  const thinking = usage.thinkingTokens === 0 ? '' : ` (${withThousands(usage.thinkingTokens)} of them thinking)`
  const tokens = `${withThousands(usage.inputTokens)} tokens in, ${withThousands(usage.outputTokens)} out${thinking}`
  return isUsed(totals) ? `${tokens}, ${totalCostText(cost)}` : tokens
}

/** `$0.12`, `≥ $0.12, without 2 responses whose cost is not known`, or `cost unknown`. */
function totalCostText(cost: UsageTotals['cost']): string {
  const text = costText(cost)
  if (text === UNKNOWN_COST) return 'cost unknown'
  const responses = cost.unpriced === 1 ? 'response' : 'responses'
  return cost.unpriced === 0 ? text : `${text}, without ${cost.unpriced} ${responses} whose cost is not known`
}

/** Returns the last line of a run: the agent, and the usage of it and its descendants so far. */
export function subtreeLine(id: AgentId, model: string, own: UsageTotals, subtree: SubtreeTotals): string {
  const { descendants } = subtree
  const below = descendants === 0 ? '' : `; with ${descendants} below it ${totalsText(subtree)}`
  return `${shortAgentId(id)}  ${model}  ${totalsText(own)}${below}`
}
