import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Grouping } from '../store/layout.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import { folderNames } from './folder-name.ts'

/** What agents at the top of the tree have in common. */
export type RowGroup =
  | { readonly kind: 'pinned' | 'archive' | GroupDay }
  /** Null: the folder is not known. */
  | { readonly kind: 'folder'; readonly folder: string | null }

type GroupDay = 'today' | 'yesterday' | 'lastWeek' | 'older'

/** The heading of a group, which opens and closes like a row with children. */
export interface GroupRow {
  /** Never the id of an agent. */
  readonly groupId: string
  readonly group: RowGroup
  /** A name of the folder that no other group has. Null: it is not a group of a known folder. */
  readonly folderName: string | null
  readonly level: 1
  /** Counted from 1 among the groups. */
  readonly position: number
  readonly siblings: number
  readonly expanded: boolean
  /** Number of agents at the top of the tree that it contains. */
  readonly agents: number
  /** When one of them, or something below it, was active last; ISO 8601, UTC. Null: not known. */
  readonly activeAt: string | null
}

export type OutlineRow = TreeRow | GroupRow

export function isGroupRow(row: OutlineRow): row is GroupRow {
  return 'groupId' in row
}

/** Returns what identifies a row: the id of its agent or of its group. */
export function rowId(row: OutlineRow): string {
  return isGroupRow(row) ? row.groupId : row.agent.id
}

export function groupId(group: RowGroup): string {
  return group.kind === 'folder' ? `group:folder:${group.folder ?? ''}` : `group:${group.kind}`
}

/** Returns the rows without the headings. */
export function agentRows(rows: readonly OutlineRow[]): readonly TreeRow[] {
  return rows.flatMap((row) => (isGroupRow(row) ? [] : [row]))
}

interface GroupFacts {
  readonly grouping: Exclude<Grouping, 'none'>
  /** The last activity in the subtree of each agent at the top; ISO 8601, UTC. */
  readonly activity: ReadonlyMap<AgentId, string>
  /** ms since the epoch. */
  readonly now: number
}

/** Returns the group of an agent at the top of the tree. Days are those of the local time zone. */
export function groupOf(agent: AgentSummary, { grouping, activity, now }: GroupFacts): RowGroup {
  if (agent.archived === true) return { kind: 'archive' }
  if (agent.pinned === true) return { kind: 'pinned' }
  if (grouping === 'folder') return { kind: 'folder', folder: agent.folder ?? null }
  return { kind: groupDay(Date.parse(activity.get(agent.id) ?? agent.createdAt), now) }
}

function groupDay(active: number, now: number): GroupDay {
  const today = new Date(now)
  const midnight = (daysAgo: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime()
  if (active >= midnight(0)) return 'today'
  if (active >= midnight(1)) return 'yesterday'
  return active >= midnight(7) ? 'lastWeek' : 'older'
}

/** Folders stay in the order of their newest activity. */
const ORDER: readonly RowGroup['kind'][] = ['pinned', 'folder', 'today', 'yesterday', 'lastWeek', 'older', 'archive']

/**
 * Returns the rows under headings of their groups, those of `collapsed` groups left out. `activity`: the last one in the
 * subtree of each agent at the top.
 */
export function groupedRows(
  rows: readonly TreeRow[],
  groupOfRoot: (root: AgentSummary) => RowGroup,
  collapsed: ReadonlySet<string>,
  activity: ReadonlyMap<AgentId, string> = new Map(),
): readonly OutlineRow[] {
  const groups = rowsByGroup(rows, groupOfRoot)
  const ordered = [...groups].toSorted(([, a], [, b]) => ORDER.indexOf(a.group.kind) - ORDER.indexOf(b.group.kind))
  const names = folderNames(ordered.flatMap(([, { group }]) => folderOf(group) ?? []))
  return ordered.flatMap(([id, { group, rows: own }], index): readonly OutlineRow[] => {
    const folderName = names.get(folderOf(group) ?? '') ?? null
    const tops = own.filter(({ level }) => level === 1)
    const expanded = !collapsed.has(id)
    const heading: GroupRow = {
      groupId: id,
      group,
      folderName,
      level: 1,
      position: index + 1,
      siblings: ordered.length,
      expanded,
      agents: tops.length,
      activeAt: newestOf(tops, activity),
    }
    return [heading, ...(expanded ? belowHeading(own, tops.length) : [])]
  })
}

function newestOf(tops: readonly TreeRow[], activity: ReadonlyMap<AgentId, string>): string | null {
  const times = tops.flatMap(({ agent }) => activity.get(agent.id) ?? [])
  return times.toSorted().at(-1) ?? null
}

function folderOf(group: RowGroup): string | null {
  return group.kind === 'folder' ? group.folder : null
}

interface RowsOfGroup {
  readonly group: RowGroup
  readonly rows: TreeRow[]
}

function rowsByGroup(
  rows: readonly TreeRow[],
  groupOfRoot: (root: AgentSummary) => RowGroup,
): ReadonlyMap<string, RowsOfGroup> {
  const groups = new Map<string, RowsOfGroup>()
  let current: RowsOfGroup | undefined
  for (const row of rows) {
    if (row.level === 1) {
      const group = groupOfRoot(row.agent)
      current = groups.get(groupId(group)) ?? { group, rows: [] }
      groups.set(groupId(group), current)
    }
    current?.rows.push(row)
  }
  return groups
}

/** Agents at the top are counted within their group. */
function belowHeading(rows: readonly TreeRow[], agents: number): readonly TreeRow[] {
  let position = 0
  return rows.map((row) => {
    if (row.level > 1) return { ...row, level: row.level + 1 }
    position += 1
    return { ...row, level: 2, position, siblings: agents }
  })
}
