import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { subtreeTotals, type UsageTotals } from '../../shared/usage-totals.ts'
import { texts } from '../text/texts.ts'
import { agentName } from './agent-name.ts'
import type { FoldedVersions, VersionsOfRow } from './version-rows.ts'
import { defined } from '../../shared/defined.ts'

/** A visible row of the tree. */
export interface TreeRow {
  readonly agent: AgentSummary
  /** 1 for a root; 2 below a heading. */
  readonly level: number
  /** Number of agents above it. */
  readonly depth: number
  /** Counted from 1 among its siblings. */
  readonly position: number
  readonly siblings: number
  readonly hasChildren: boolean
  readonly expanded: boolean
  /** Tokens and cost of the agent together with all its descendants. */
  readonly subtree: UsageTotals
  /** Missing: the row has no versions. */
  readonly versions?: VersionsOfRow
}

type Children = ReadonlyMap<AgentId | null, readonly AgentSummary[]>

/** The agents of a comparison, in the order of its columns. */
export type ColumnOrder = readonly AgentId[]

/**
 * Returns the visible rows when the children of `collapsed` agents are hidden; oldest siblings first, those of a
 * comparison in the order of its columns. `roots`: the order of the roots; missing: oldest first. Totals count the
 * agents that `folded` has no rows for. `comparisons`: the first one that contains an agent counts.
 */
export function treeRows(
  agents: Iterable<AgentSummary>,
  collapsed: ReadonlySet<AgentId>,
  roots: readonly AgentId[] = [],
  folded: FoldedVersions | null = null,
  comparisons: readonly ColumnOrder[] = [],
): readonly TreeRow[] {
  const all = [...agents]
  const shown = folded === null ? all : [...folded.agents.values()]
  const children = inColumnOrder(childrenByParent(shown), comparisons)
  const rows: TreeRow[] = []
  // A stack instead of recursion: a chain of forks may be thousands deep.
  const stack = placed(inOrder(children.get(null) ?? [], roots), 1).toReversed()
  const subtrees = subtreeTotals(all)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const own = children.get(next.agent.id) ?? []
    const expanded = own.length > 0 && !collapsed.has(next.agent.id)
    const subtree = subtrees.get(next.agent.id) ?? next.agent
    const versions = folded?.rows.get(next.agent.id)
    rows.push({
      ...next,
      hasChildren: own.length > 0,
      expanded,
      subtree,
      ...defined({ versions: versions || undefined }),
    })
    if (expanded) for (const child of placed(own, next.level + 1).toReversed()) stack.push(child)
  }
  return rows
}

/** Returns the agent's ancestors, root first, followed by the agent. */
export function agentPath(agents: ReadonlyMap<AgentId, AgentSummary>, agentId: AgentId): readonly AgentSummary[] {
  const path = new Set<AgentSummary>()
  let next = agents.get(agentId)
  while (next !== undefined && !path.has(next)) {
    path.add(next)
    next = next.parentId === null ? undefined : agents.get(next.parentId)
  }
  return [...path].toReversed()
}

/** Number of agents named at each end of a long path. Those in between are counted. */
const NAMED_AT_END = 4

/** Returns the path as one line of text: `a / b / c`, with the middle of a long path as a count. */
export function pathText(path: readonly AgentSummary[]): string {
  const names = path.map(agentName)
  const hidden = names.length - 2 * NAMED_AT_END
  if (hidden > 1) names.splice(NAMED_AT_END, hidden, texts.tree.morePath({ agents: hidden }))
  return names.join(' / ')
}

interface Placed {
  readonly agent: AgentSummary
  readonly level: number
  readonly depth: number
  readonly position: number
  readonly siblings: number
}

function placed(siblings: readonly AgentSummary[], level: number): Placed[] {
  return siblings.map((agent, index) => ({
    agent,
    level,
    depth: level - 1,
    position: index + 1,
    siblings: siblings.length,
  }))
}

/** Siblings of one comparison take the places that they have among the others in the order of its columns. */
function inColumnOrder(children: Children, comparisons: readonly ColumnOrder[]): Children {
  const ordered = new Map(children)
  // Oldest first, so that the first one has the last word.
  for (const columns of comparisons.toReversed()) {
    const places = new Map(columns.map((id, index) => [id, index]))
    const parents = new Set(
      [...ordered].flatMap(([parent, own]) =>
        parent !== null && own.some(({ id }) => places.has(id)) ? [parent] : [],
      ),
    )
    for (const parent of parents) {
      const own = ordered.get(parent) ?? []
      const members = own.filter(({ id }) => places.has(id))
      const sorted = members.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))[Symbol.iterator]()
      ordered.set(
        parent,
        own.map((agent) => (places.has(agent.id) ? (sorted.next().value ?? agent) : agent)),
      )
    }
  }
  return ordered
}

/** Agents that the order does not contain come last. */
function inOrder(agents: readonly AgentSummary[], order: readonly AgentId[]): readonly AgentSummary[] {
  const places = new Map(order.map((id, index) => [id, index]))
  const place = ({ id }: AgentSummary): number => places.get(id) ?? places.size
  return agents.toSorted((a, b) => place(a) - place(b))
}

/** Agents whose parent is missing are shown as roots, so that every agent is reachable. */
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
