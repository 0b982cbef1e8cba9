import type { AgentSummary } from '../../shared/agent-summary.ts'
import { shortAgentId, type AgentId } from '../../shared/ids.ts'
import { listedModel } from '../../shared/listed-model.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import { addTotals, modelTotals, NO_TOTALS, type TokenTotals } from '../../shared/token-totals.ts'
import { treeOrder } from '../../shared/tree-order.ts'
import type { Engine } from '../core/engine.ts'

/** Usage of an agent alone, and together with its descendants. */
export interface AgentCosts {
  readonly own: TokenTotals
  readonly subtree: TokenTotals
  /** Number of descendants. */
  readonly descendants: number
}

export const NO_COSTS: AgentCosts = { own: NO_TOTALS, subtree: NO_TOTALS, descendants: 0 }

/** Returns the costs by agent. Empty if the log cannot be read, because the output printed with them matters more. */
export async function subtreeCosts(
  engine: Engine,
  agents: readonly AgentSummary[],
): Promise<ReadonlyMap<AgentId, AgentCosts>> {
  const used = await engine.local.usageByModel()
  const list = await engine.models.list({}, new AbortController().signal)
  if (!used.ok) return new Map()
  const own = new Map<AgentId, TokenTotals>()
  for (const row of used.value) {
    const price = row.model === null ? null : (listedModel(list, row.provider, row.model)?.prices[0] ?? null)
    own.set(row.agentId, addTotals(own.get(row.agentId) ?? NO_TOTALS, modelTotals(row, price)))
  }
  return withDescendants(agents, own)
}

function withDescendants(
  agents: readonly AgentSummary[],
  own: ReadonlyMap<AgentId, TokenTotals>,
): ReadonlyMap<AgentId, AgentCosts> {
  const costs = new Map<AgentId, AgentCosts>()
  const add = (id: AgentId, more: AgentCosts): void => {
    const before = costs.get(id) ?? NO_COSTS
    const descendants = before.descendants + more.descendants
    costs.set(id, {
      own: addTotals(before.own, more.own),
      subtree: addTotals(before.subtree, more.subtree),
      descendants,
    })
  }
  for (const { agent } of treeOrder(agents).toReversed()) {
    const { id, parentId } = agent
    const totals = own.get(id) ?? NO_TOTALS
    add(id, { own: totals, subtree: totals, descendants: 0 })
    const { subtree, descendants } = costs.get(id) ?? NO_COSTS
    if (parentId !== null) add(parentId, { own: NO_TOTALS, subtree, descendants: descendants + 1 })
  }
  return costs
}

/** `12 tokens in, 5 out, about $0.0012`; an estimate by list prices. */
function totalsWords({ usage, estimatedCost, unpriced }: TokenTotals): string {
  const tokens = `${withThousands(usage.inputTokens)} tokens in, ${withThousands(usage.outputTokens)} out`
  const missing = unpriced === 0 ? '' : `, without ${unpriced} answers whose price is not known`
  return `${tokens}, about $${estimatedCost.toFixed(4)}${missing}`
}

/** Returns the last line of a run: the agent, and the usage of it and its descendants so far. */
export function subtreeLine(id: AgentId, model: string, { own, subtree, descendants }: AgentCosts): string {
  const below = descendants === 0 ? '' : `; with ${descendants} below it ${totalsWords(subtree)}`
  return `${shortAgentId(id)}  ${model}  ${totalsWords(own)}${below}`
}
