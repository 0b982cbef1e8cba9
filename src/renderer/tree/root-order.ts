import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { treeOrder } from '../../shared/tree-order.ts'

/** The ids of the agents at the top of the tree, in their order. */
export type RootOrder = readonly AgentId[]

/**
 * Returns the agents at the top: pinned ones, then by the last activity in each subtree, newest first, then archived ones.
 */
export function rootOrder(agents: readonly AgentSummary[]): RootOrder {
  const activity = new Map<AgentId, string>()
  let root: AgentId | null = null
  for (const { agent, depth } of treeOrder(agents)) {
    if (depth === 0) root = agent.id
    const own = agent.lastActivityAt ?? agent.createdAt
    if (root !== null && own > (activity.get(root) ?? '')) activity.set(root, own)
  }
  const roots = treeOrder(agents).flatMap(({ agent, depth }) => (depth === 0 ? [agent] : []))
  return roots
    .toSorted((a, b) => rank(a) - rank(b) || compareText(activity.get(b.id), activity.get(a.id)) || byAge(a, b))
    .map(({ id }) => id)
}

/** Returns a new order as it is shown while the tree is in use: what was there keeps its place, what is new comes first. */
export function keptOrder(order: RootOrder, held: RootOrder | null): RootOrder {
  if (held === null) return order
  const known = new Set(held)
  const present = new Set(order)
  return [...order.filter((id) => !known.has(id)), ...held.filter((id) => present.has(id))]
}

function rank({ pinned, archived }: AgentSummary): number {
  if (archived === true) return 2
  return pinned === true ? 0 : 1
}

function byAge(a: AgentSummary, b: AgentSummary): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
}

function compareText(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b)
}
