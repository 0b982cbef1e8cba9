import { z } from 'zod'

import { assertNever } from '../../shared/assert-never.ts'
import type { AgentId } from '../../shared/ids.ts'

/** What agents at the top of the tree are grouped by; `date`: of their last activity. */
export const GROUPINGS = ['none', 'folder', 'date'] as const
export type Grouping = (typeof GROUPINGS)[number]

/**
 * The open panes: columns from left to right, each a stack of panes. A pane is identified by its agent, which is open
 * at most once. Sizes are percentages by column and by pane, and valid only for exactly these panes.
 */
const layoutSchema = z.object({
  columns: z.array(z.array(z.string()).min(1)),
  focused: z.string().nullable(),
  /** The pane that fills the centre, or null. */
  maximised: z.string().nullable(),
  /** Panes in order of their last focus, newest first; then those that never had it, in the order of opening. */
  recent: z.array(z.string()),
  sizes: z.record(z.string(), z.number()),
  treeVisible: z.boolean(),
  /** Percent of the window; null: default width. */
  treeWidth: z.number().nullable(),
  /** Agents whose children are collapsed in the tree, and collapsed groups. */
  collapsed: z.array(z.string()),
  grouping: z.enum(GROUPINGS).default('none'),
  /** Filters of the tree that were saved, oldest first. */
  filters: z.array(z.string()).default([]),
  /** The columns before panes were last closed; empty: nothing to reopen. */
  closed: z.array(z.array(z.string()).min(1)).default([]),
})
export type Layout = Readonly<z.infer<typeof layoutSchema>>

export const EMPTY_LAYOUT: Layout = {
  columns: [],
  focused: null,
  maximised: null,
  recent: [],
  sizes: {},
  treeVisible: true,
  treeWidth: null,
  collapsed: [],
  grouping: 'none',
  filters: [],
  closed: [],
}

/** Which panes are open, and how they are arranged. */
type Arrangement = Pick<Layout, 'columns' | 'focused' | 'maximised' | 'sizes' | 'treeVisible'>

export type PaneSide = 'left' | 'right' | 'above' | 'below'

export type LayoutAction =
  /**
   * Opens panes in new columns right of `beside` (else at the end), or in the column of `below`. `focus` false keeps
   * the focus.
   */
  | {
      readonly type: 'open'
      readonly agents: readonly AgentId[]
      readonly focus: boolean
      readonly beside?: AgentId
      readonly below?: AgentId
    }
  /** Moves an open pane beside another one, or into the other one's column. */
  | { readonly type: 'place'; readonly agentId: AgentId; readonly target: AgentId; readonly side: PaneSide }
  /** Shows the agent in the focused pane, as a click in the tree does; opens a first pane if there is none. */
  | { readonly type: 'show'; readonly agentId: AgentId }
  /** Opens these panes in place of all others, which can be reopened. */
  | ({ readonly type: 'arrange' } & Arrangement)
  | { readonly type: 'close'; readonly agents: readonly AgentId[] }
  /** Opens the panes that were closed last, in their places. */
  | { readonly type: 'reopen' }
  | { readonly type: 'focus'; readonly agentId: AgentId }
  | { readonly type: 'toggle_maximised'; readonly agentId: AgentId }
  | { readonly type: 'resize'; readonly sizes: Readonly<Record<string, number>> }
  | { readonly type: 'toggle_tree' }
  | { readonly type: 'resize_tree'; readonly width: number }
  /** `id`: of an agent, or of a group in the tree. */
  | { readonly type: 'toggle_collapsed'; readonly id: string }
  | { readonly type: 'set_collapsed'; readonly ids: readonly string[] }
  | { readonly type: 'group'; readonly by: Grouping }
  | { readonly type: 'save_filter'; readonly query: string }
  | { readonly type: 'remove_filter'; readonly query: string }
  /** Shows the tree and expands these agents. */
  | { readonly type: 'unfold'; readonly agents: readonly AgentId[] }
  /** Shows these agents without the tree, as a window of its own begins. */
  | { readonly type: 'show_only'; readonly agents: readonly AgentId[] }
  /** Drops panes of agents that no longer exist. */
  | { readonly type: 'keep_only'; readonly known: ReadonlySet<AgentId> }

/** Returns the open agents from left to right and top to bottom, in the order of the keys Mod+1…9. */
export function openAgents(layout: Layout): readonly AgentId[] {
  return layout.columns.flat()
}

/** Returns the id under which a column's size is saved: the agent of its first pane. */
export function columnId(column: readonly AgentId[]): string {
  return `column:${column[0] ?? ''}`
}

/** Parses a saved layout; null if it has another shape. */
export function parseLayout(value: unknown): Layout | null {
  const parsed = layoutSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

export function reduceLayout(layout: Layout, action: LayoutAction): Layout {
  switch (action.type) {
    case 'open':
      return open(layout, action)
    case 'place':
      return place(layout, action)
    case 'show':
      return show(layout, action.agentId)
    case 'arrange':
      return arrange(layout, action)
    case 'close':
      return { ...action.agents.reduce(close, layout), closed: layout.columns }
    case 'show_only':
      return open({ ...EMPTY_LAYOUT, treeVisible: false }, { type: 'open', agents: action.agents, focus: true })
    case 'reopen':
      return reopen(layout)
    case 'focus':
      return focus(layout, action.agentId)
    case 'toggle_maximised':
      return toggleMaximised(layout, action.agentId)
    case 'resize':
      return { ...layout, sizes: { ...layout.sizes, ...action.sizes } }
    case 'resize_tree':
      return { ...layout, treeWidth: action.width }
    case 'toggle_tree':
      return { ...layout, treeVisible: !layout.treeVisible }
    case 'toggle_collapsed':
      return { ...layout, collapsed: toggled(layout.collapsed, action.id) }
    case 'set_collapsed':
      return { ...layout, collapsed: [...action.ids] }
    case 'group':
      return { ...layout, grouping: action.by }
    case 'save_filter':
      return { ...layout, filters: [...layout.filters.filter((query) => query !== action.query), action.query] }
    case 'remove_filter':
      return { ...layout, filters: layout.filters.filter((query) => query !== action.query) }
    case 'unfold':
      return { ...layout, treeVisible: true, collapsed: layout.collapsed.filter((id) => !action.agents.includes(id)) }
    case 'keep_only':
      return keepOnly(layout, action.known)
    default:
      return assertNever(action)
  }
}

function open(layout: Layout, action: Extract<LayoutAction, { type: 'open' }>): Layout {
  const isOpen = new Set(openAgents(layout))
  const added = action.agents.filter((agentId) => !isOpen.has(agentId))
  const columns = withPanes(layout.columns, added, action)
  // What belongs beside a pane comes next after the focused one, so that it is shown where not all fit.
  const known = action.beside === undefined ? layout.recent.length : 1
  const recent = layout.recent.toSpliced(known, 0, ...added)
  const opened = added.length === 0 ? layout : { ...layout, columns, recent, maximised: null, sizes: {} }
  const first = action.agents[0]
  const focused = action.focus || layout.focused === null
  return focused && first !== undefined ? focus(opened, first) : opened
}

function withPanes(
  columns: Layout['columns'],
  added: readonly AgentId[],
  { beside, below }: Extract<LayoutAction, { type: 'open' }>,
): Layout['columns'] {
  if (below !== undefined && columns.some((column) => column.includes(below))) {
    return columns.map((column) => insertedBy(column, below, 1, added))
  }
  const left = columns.findIndex((column) => beside !== undefined && column.includes(beside))
  const at = left === -1 ? columns.length : left + 1
  return columns.toSpliced(at, 0, ...added.map((agentId) => [agentId]))
}

function insertedBy(column: readonly string[], target: string, offset: 0 | 1, added: readonly string[]): string[] {
  const index = column.indexOf(target)
  return index === -1 ? [...column] : column.toSpliced(index + offset, 0, ...added)
}

function place(layout: Layout, { agentId, target, side }: Extract<LayoutAction, { type: 'place' }>): Layout {
  const open = openAgents(layout)
  if (agentId === target || !open.includes(agentId) || !open.includes(target)) return layout
  const others = layout.columns
    .map((column) => column.filter((id) => id !== agentId))
    .filter((column) => column.length > 0)
  const offset = side === 'right' || side === 'below' ? 1 : 0
  const columns =
    side === 'above' || side === 'below'
      ? others.map((column) => insertedBy(column, target, offset, [agentId]))
      : others.toSpliced(others.findIndex((column) => column.includes(target)) + offset, 0, [agentId])
  const ids = new Set(layout.columns.map((column) => column.join(' ')))
  const isReordered = columns.every((column) => ids.has(column.join(' ')))
  return focus({ ...layout, columns, sizes: isReordered ? layout.sizes : {}, maximised: null }, agentId)
}

function show(layout: Layout, agentId: AgentId): Layout {
  if (openAgents(layout).includes(agentId)) return focus(layout, agentId)
  if (layout.focused === null) return open(layout, { type: 'open', agents: [agentId], focus: true })
  const replaced = layout.focused
  const put = (id: string): string => (id === replaced ? agentId : id)
  return focus(
    {
      ...layout,
      columns: layout.columns.map((column) => column.map(put)),
      maximised: layout.maximised === null ? null : put(layout.maximised),
      recent: layout.recent.filter((id) => id !== replaced),
      sizes: renamedSizes(layout.sizes, replaced, agentId),
    },
    agentId,
  )
}

function renamedSizes(sizes: Layout['sizes'], from: AgentId, to: AgentId): Layout['sizes'] {
  const names = new Map([
    [from, to],
    [columnId([from]), columnId([to])],
  ])
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [names.get(name) ?? name, size]))
}

function close(layout: Layout, agentId: AgentId): Layout {
  const columns = layout.columns
    .map((column) => column.filter((id) => id !== agentId))
    .filter((column) => column.length > 0)
  const recent = layout.recent.filter((id) => id !== agentId)
  const next = { ...layout, columns, recent, sizes: {}, maximised: keptUnless(layout.maximised, agentId) }
  if (layout.focused !== agentId) return next
  const heir = recent[0] ?? columns.at(-1)?.[0] ?? null
  return { ...next, focused: heir, recent: heir === null ? recent : [heir, ...recent.filter((id) => id !== heir)] }
}

function arrange(layout: Layout, { columns, focused, maximised, sizes, treeVisible }: Arrangement): Layout {
  const open = columns.flat()
  const before = layout.recent.filter((id) => open.includes(id))
  const recent = [...new Set([...(focused === null ? [] : [focused]), ...before, ...open])]
  return { ...layout, columns, focused, maximised, sizes, treeVisible, recent, closed: layout.columns }
}

function reopen(layout: Layout): Layout {
  const before = new Set(layout.closed.flat())
  const added = layout.columns.map((column) => column.filter((id) => !before.has(id)))
  const columns = [...layout.closed, ...added.filter((column) => column.length > 0)]
  const missing = columns.flat().filter((id) => !layout.recent.includes(id))
  const opened = { ...layout, columns, closed: [], recent: [...layout.recent, ...missing], sizes: {}, maximised: null }
  const first = opened.recent[0]
  return layout.focused !== null || first === undefined ? opened : focus(opened, first)
}

function keepOnly(layout: Layout, known: ReadonlySet<AgentId>): Layout {
  const closed = layout.closed
    .map((column) => column.filter((agentId) => known.has(agentId)))
    .filter((column) => column.length > 0)
  const gone = openAgents(layout).filter((agentId) => !known.has(agentId))
  return gone.reduce(close, { ...layout, closed })
}

function focus(layout: Layout, agentId: AgentId): Layout {
  if (layout.focused === agentId || !openAgents(layout).includes(agentId)) return layout
  const recent = [agentId, ...layout.recent.filter((id) => id !== agentId)]
  // A hidden pane cannot have the focus, so the focused pane becomes the maximised one.
  return { ...layout, focused: agentId, recent, maximised: layout.maximised === null ? null : agentId }
}

function toggleMaximised(layout: Layout, agentId: AgentId): Layout {
  const focused = focus(layout, agentId)
  return { ...focused, maximised: layout.maximised === agentId ? null : agentId }
}

function keptUnless(value: string | null, gone: string): string | null {
  return value === gone ? null : value
}

function toggled(list: readonly string[], item: string): string[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
}

/** Returns where a step in a direction moves an open pane; null at the end. */
export function stepOf(
  layout: Layout,
  agentId: AgentId,
  direction: 'left' | 'right' | 'up' | 'down',
): { readonly target: AgentId; readonly side: PaneSide } | null {
  const index = layout.columns.findIndex((column) => column.includes(agentId))
  const column = layout.columns[index]
  if (column === undefined) return null
  if (direction === 'up' || direction === 'down') {
    const target = column[column.indexOf(agentId) + (direction === 'up' ? -1 : 1)]
    return target === undefined ? null : { target, side: direction === 'up' ? 'above' : 'below' }
  }
  // A pane in a stack first moves to a column of its own, then past the neighbour.
  const mate = column.find((id) => id !== agentId)
  const target = mate ?? layout.columns[index + (direction === 'left' ? -1 : 1)]?.[0]
  return target === undefined ? null : { target, side: direction }
}
