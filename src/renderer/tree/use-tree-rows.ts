import { useMemo, useState, type RefObject } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useLayout, useVersionState } from '../hooks/use-stores.ts'
import { useNow } from '../parts/use-now.ts'
import { type TreeRow, treeRows } from '../store/tree-rows.ts'
import { foldVersions } from '../store/version-rows.ts'
import { rootActivity, rootOrder } from './root-order.ts'
import { groupedRows, groupId, groupOf, type OutlineRow, type RowGroup } from './row-groups.ts'
import type { ShownAgents } from './shown-agents.ts'
import { useHeldOrder } from './use-held-order.ts'

interface TreeRows {
  readonly rows: readonly OutlineRow[]
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
  const { rows, toggleVersions } = useAgentRows(shown, order, collapsed)
  const groupOfRoot = useMemo(
    () => (grouping === 'none' ? null : (root: AgentSummary): RowGroup => groupOf(root, { grouping, activity, now })),
    [grouping, activity, now],
  )
  return {
    rows: useMemo(
      () => (groupOfRoot === null ? rows : groupedRows(rows, groupOfRoot, collapsed)),
      [rows, groupOfRoot, collapsed],
    ),
    isOld,
    update,
    toggleVersions,
    groupIdOf: (root) => (groupOfRoot === null ? null : groupId(groupOfRoot(root))),
  }
}

const NONE: ReadonlySet<string> = new Set()

function useCollapsed({ matches }: ShownAgents): ReadonlySet<string> {
  const collapsed = useLayout((layout) => layout.collapsed)
  return useMemo(() => (matches === null ? new Set(collapsed) : NONE), [collapsed, matches])
}

/** Returns the rows without groups. `roots`: their order. */
function useAgentRows(
  shown: ShownAgents,
  roots: readonly AgentId[],
  collapsed: ReadonlySet<string>,
): { readonly rows: readonly TreeRow[]; toggleVersions(place: string): void } {
  const seen = useVersionState((versions) => versions.seen)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    if (shown.matches !== null) return treeRows(shown.agents, collapsed, roots)
    const byId = new Map(shown.agents.map((agent) => [agent.id, agent]))
    return treeRows(shown.agents, collapsed, roots, foldVersions(byId, { seen, opened }))
  }, [shown, collapsed, roots, seen, opened])
  return { rows, toggleVersions: (place) => setOpened(withToggled(opened, place)) }
}

function withToggled(places: ReadonlySet<string>, place: string): ReadonlySet<string> {
  const others = [...places].filter((each) => each !== place)
  return new Set(places.has(place) ? others : [...others, place])
}
