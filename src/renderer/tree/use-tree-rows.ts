import { useEffect, useMemo, useState, type RefObject } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useChosenAgent } from '../hooks/use-agent.ts'
import { useComparisons, useLayout, useVersionState } from '../hooks/use-stores.ts'
import { useNow } from '../parts/use-now.ts'
import { type Columns, columnMarks, columnOrder, columnSelector } from '../store/column-letters.ts'
import { agentPath, type TreeRow, treeRows } from '../store/tree-rows.ts'
import { foldVersions } from '../store/version-rows.ts'
import { keptOrder, rootActivity, rootOrder, type RootOrder } from './root-order.ts'
import { type RowFace, rowFaces } from './row-faces.ts'
import { groupedRows, groupId, groupOf, isGroupRow, type OutlineRow, type RowGroup } from './row-groups.ts'
import type { ShownAgents } from './shown-agents.ts'

interface TreeRows {
  readonly rows: readonly OutlineRow[]
  /** By agent. */
  readonly faces: ReadonlyMap<AgentId, RowFace>
  /** When something in the subtree of an agent at the top was active last, ISO 8601; null: it is below another one, or its group says the day. */
  activeAt(row: TreeRow): string | null
  /** Whether the order is not the newest one, because the tree is in use. */
  readonly isOld: boolean
  /** Shows the newest order. */
  update(): void
  /** Gives the versions of a place rows of their own, or folds them into one. */
  toggleVersions(place: string): void
  /** Returns the id of the group of an agent at the top; null: the tree has no groups. */
  groupIdOf(root: AgentSummary): string | null
}

const MINUTE_MS = 60_000

/** Returns the rows of the shown agents. While a filter is set, nothing is collapsed or folded. */
export function useTreeRows(sidebar: RefObject<HTMLElement | null>, shown: ShownAgents): TreeRows {
  const grouping = useLayout((layout) => layout.grouping)
  const now = useNow(MINUTE_MS)
  const activity = useMemo(() => rootActivity(shown.agents), [shown])
  const newest = useMemo(() => rootOrder(shown.agents, activity), [shown, activity])
  const { order, isOld, update } = useHeldOrder(sidebar, newest)
  const collapsed = useCollapsed(shown)
  const [selectColumns] = useState(columnSelector)
  const comparisons = useComparisons(selectColumns)
  const { rows, toggleVersions } = useAgentRows(shown, { roots: order, collapsed, comparisons })
  const groupOfRoot = useMemo(
    () => (grouping === 'none' ? null : (root: AgentSummary): RowGroup => groupOf(root, { grouping, activity, now })),
    [grouping, activity, now],
  )
  const outline = useMemo(
    () => (groupOfRoot === null ? rows : groupedRows(rows, groupOfRoot, collapsed, activity)),
    [rows, groupOfRoot, collapsed, activity],
  )
  const headings = useMemo(
    () => new Map(outline.flatMap((row) => (isGroupRow(row) ? [[row.groupId, row.activeAt] as const] : []))),
    [outline],
  )
  const faces = useFaces(shown, rows, comparisons)
  return {
    faces,
    activeAt: ({ agent, depth }) => {
      const at = activity.get(agent.id) ?? agent.createdAt
      const heading = groupOfRoot === null ? undefined : headings.get(groupId(groupOfRoot(agent)))
      return depth > 0 || (heading !== undefined && heading !== null && isSameDay(at, heading)) ? null : at
    },
    rows: outline,
    isOld,
    update,
    toggleVersions,
    groupIdOf: (root) => (groupOfRoot === null ? null : groupId(groupOfRoot(root))),
  }
}

function useFaces(
  { agents }: ShownAgents,
  rows: readonly TreeRow[],
  comparisons: readonly Columns[],
): ReadonlyMap<AgentId, RowFace> {
  const focused = useChosenAgent()
  return useMemo(() => {
    const byId = new Map(agents.map((agent) => [agent.id, agent]))
    const path = new Set(focused === null ? [] : agentPath(byId, focused).map(({ id }) => id))
    return rowFaces(rows, { agents: byId, path, marks: columnMarks(comparisons) })
  }, [agents, rows, comparisons, focused])
}

const NONE: ReadonlySet<string> = new Set()

function useCollapsed({ matches }: ShownAgents): ReadonlySet<string> {
  const collapsed = useLayout((layout) => layout.collapsed)
  return useMemo(() => (matches === null ? new Set(collapsed) : NONE), [collapsed, matches])
}

interface RowOrder {
  readonly roots: readonly AgentId[]
  readonly collapsed: ReadonlySet<string>
  readonly comparisons: readonly Columns[]
}

/** Returns the rows without groups. */
function useAgentRows(
  shown: ShownAgents,
  { roots, collapsed, comparisons }: RowOrder,
): { readonly rows: readonly TreeRow[]; toggleVersions(place: string): void } {
  const seen = useVersionState((versions) => versions.seen)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const columns = comparisons.map(columnOrder)
    if (shown.matches !== null) return treeRows(shown.agents, collapsed, roots, null, columns)
    const byId = new Map(shown.agents.map((agent) => [agent.id, agent]))
    return treeRows(shown.agents, collapsed, roots, foldVersions(byId, { seen, opened }), columns)
  }, [shown, collapsed, roots, comparisons, seen, opened])
  return { rows, toggleVersions: (place) => setOpened(withToggled(opened, place)) }
}

/** Whether both times (ISO 8601) are on one local day. */
function isSameDay(a: string, b: string): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

function withToggled(places: ReadonlySet<string>, place: string): ReadonlySet<string> {
  const others = [...places].filter((each) => each !== place)
  return new Set(places.has(place) ? others : [...others, place])
}

interface HeldOrder {
  readonly order: RootOrder
  /** Whether it is not the newest one. */
  readonly isOld: boolean
  /** Shows the newest one. */
  update(): void
}

/** Returns the order of the roots, which does not change while the pointer or the focus is in the tree. */
function useHeldOrder(tree: RefObject<HTMLElement | null>, newest: RootOrder): HeldOrder {
  const isUsed = useIsUsed(tree)
  const [held, setHeld] = useState<RootOrder | null>(null)
  if (isUsed && held === null) setHeld(newest)
  if (!isUsed && held !== null) setHeld(null)
  const order = keptOrder(newest, held)
  return { order, isOld: order.some((id, index) => newest[index] !== id), update: () => setHeld(newest) }
}

/** Returns whether the pointer or the focus is in the element. */
function useIsUsed(element: RefObject<HTMLElement | null>): boolean {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const place = element.current
    if (place === null) return
    const enter = () => setUsed(true)
    const leave = (event: FocusEvent | PointerEvent) => {
      const isStillIn =
        event.type === 'focusout' && event.relatedTarget instanceof Node && place.contains(event.relatedTarget)
      setUsed(isStillIn || place.matches(event.type === 'focusout' ? ':hover' : ':focus-within'))
    }
    place.addEventListener('pointerenter', enter)
    place.addEventListener('focusin', enter)
    place.addEventListener('pointerleave', leave)
    place.addEventListener('focusout', leave)
    return () => {
      place.removeEventListener('pointerenter', enter)
      place.removeEventListener('focusin', enter)
      place.removeEventListener('pointerleave', leave)
      place.removeEventListener('focusout', leave)
    }
  }, [element])
  return isUsed
}
