import { useMemo, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useLayout, useVersionState } from '../hooks/use-stores.ts'
import { type TreeRow, treeRows } from '../store/tree-rows.ts'
import { foldVersions } from '../store/version-rows.ts'
import type { ShownAgents } from './shown-agents.ts'

interface TreeRows {
  readonly rows: readonly TreeRow[]
  /** Gives the versions of a place rows of their own, or folds them into one. */
  toggleVersions(place: string): void
}

/**
 * Returns the rows of the shown agents. While a filter is set, nothing is collapsed or folded. `roots`: their order.
 */
export function useTreeRows(shown: ShownAgents, roots: readonly AgentId[]): TreeRows {
  const collapsed = useLayout((layout) => layout.collapsed)
  const seen = useVersionState((versions) => versions.seen)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    if (shown.matches !== null) return treeRows(shown.agents, new Set(), roots)
    const byId = new Map(shown.agents.map((agent) => [agent.id, agent]))
    return treeRows(shown.agents, new Set(collapsed), roots, foldVersions(byId, { seen, opened }))
  }, [shown, collapsed, roots, seen, opened])
  return { rows, toggleVersions: (place) => setOpened(withToggled(opened, place)) }
}

function withToggled(places: ReadonlySet<string>, place: string): ReadonlySet<string> {
  const others = [...places].filter((each) => each !== place)
  return new Set(places.has(place) ? others : [...others, place])
}
