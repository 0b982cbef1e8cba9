import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { addUsage, type TokenUsage } from '../../shared/usage.ts'

/** A visible row of the tree. */
export interface TreeRow {
  readonly agent: AgentSummary
  /** 1 for a root. */
  readonly level: number
  /** From 1, among its siblings. */
  readonly position: number
  readonly siblings: number
  readonly hasChildren: boolean
  readonly expanded: boolean
  /** The agent's own tokens and those of all its descendants. */
  readonly subtree: TokenUsage
}

type Children = ReadonlyMap<AgentId | null, readonly AgentSummary[]>

/** The rows that are visible when the children of `collapsed` agents are folded away; oldest siblings first. */
export function treeRows(agents: Iterable<AgentSummary>, collapsed: ReadonlySet<AgentId>): readonly TreeRow[] {
  const children = childrenByParent([...agents])
  const rows: TreeRow[] = []
  // A stack instead of recursion: a chain of forks may be thousands deep.
  const stack = placed(children.get(null) ?? [], 1).toReversed()
  const subtrees = subtreeUsage(children)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const own = children.get(next.agent.id) ?? []
    const expanded = own.length > 0 && !collapsed.has(next.agent.id)
    const subtree = subtrees.get(next.agent.id) ?? next.agent.usage
    rows.push({ ...next, hasChildren: own.length > 0, expanded, subtree })
    if (expanded) stack.push(...placed(own, next.level + 1).toReversed())
  }
  return rows
}

/** The agent and its ancestors, root first. */
export function agentPath(agents: ReadonlyMap<AgentId, AgentSummary>, agentId: AgentId): readonly AgentSummary[] {
  const path: AgentSummary[] = []
  let next = agents.get(agentId)
  while (next !== undefined && !path.includes(next)) {
    path.unshift(next)
    next = next.parentId === null ? undefined : agents.get(next.parentId)
  }
  return path
}

interface Placed {
  readonly agent: AgentSummary
  readonly level: number
  readonly position: number
  readonly siblings: number
}

function placed(siblings: readonly AgentSummary[], level: number): Placed[] {
  return siblings.map((agent, index) => ({ agent, level, position: index + 1, siblings: siblings.length }))
}

/** Children of an agent that is not there are shown as roots: nothing is ever out of reach. */
function childrenByParent(agents: readonly AgentSummary[]): Children {
  const known = new Set(agents.map((agent) => agent.id))
  const children = new Map<AgentId | null, AgentSummary[]>()
  for (const agent of agents.toSorted(byAge)) {
    const parent = agent.parentId !== null && known.has(agent.parentId) ? agent.parentId : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [agent])
    else siblings.push(agent)
  }
  return children
}

function byAge(a: AgentSummary, b: AgentSummary): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
}

function subtreeUsage(children: Children): ReadonlyMap<AgentId, TokenUsage> {
  const topDown: AgentSummary[] = [...(children.get(null) ?? [])]
  for (let index = 0; index < topDown.length; index += 1) {
    const agent = topDown[index]
    if (agent !== undefined) topDown.push(...(children.get(agent.id) ?? []))
  }
  const totals = new Map<AgentId, TokenUsage>()
  for (const agent of topDown.toReversed()) {
    const below = (children.get(agent.id) ?? []).map((child) => totals.get(child.id) ?? child.usage)
    totals.set(agent.id, below.reduce(addUsage, agent.usage))
  }
  return totals
}
