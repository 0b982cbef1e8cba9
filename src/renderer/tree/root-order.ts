import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { treeOrder } from '../../shared/tree-order.ts'

/** The ids of the agents at the top of the tree, in their order. */
export type RootOrder = readonly AgentId[]

/** Returns the last activity in the subtree of each agent at the top; ISO 8601, UTC. In the order of creation. */
export function rootActivity(agents: readonly AgentSummary[]): ReadonlyMap<AgentId, string> {
  const activity = new Map<AgentId, string>()
  let root: AgentId | null = null
  for (const { agent, depth } of treeOrder(agents)) {
    if (depth === 0) root = agent.id
    const own = agent.lastActivityAt ?? agent.createdAt
    if (root !== null && own > (activity.get(root) ?? '')) activity.set(root, own)
  }
  return activity
}

/**
 * Returns the agents at the top (those of `activity`): first the pinned ones, last the archived ones, each by the last
 * activity in their subtree, newest first.
 */
export function rootOrder(agents: readonly AgentSummary[], activity: ReadonlyMap<AgentId, string>): RootOrder {
  return agents
    .filter(({ id }) => activity.has(id))
    .toSorted((a, b) => rank(a) - rank(b) || compareText(activity.get(b.id), activity.get(a.id)) || byAge(a, b))
    .map(({ id }) => id)
}

/** Returns the order that is shown while the tree is in use: what is new comes first, the rest keeps its order. */
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
