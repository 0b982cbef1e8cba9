import { useEffect, useMemo, useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useComparisons, useLayout, useMap, useTree, useVersionState } from '../hooks/use-stores.ts'
import { useNow } from '../parts/use-now.ts'
import { columnMarks, columnOrder, columnSelector } from '../store/column-letters.ts'
import { agentPath, treeRows } from '../store/tree-rows.ts'
import { foldVersions } from '../store/version-rows.ts'
import { rootActivity, rootOrder } from '../tree/root-order.ts'
import { type RowFace, rowFaces } from '../tree/row-faces.ts'
import { shownAgents } from '../tree/shown-agents.ts'
import { agentsIn, type Lane, mapLanes, type Period } from './map-lanes.ts'

export interface MapLanes {
  readonly lanes: readonly Lane[]
  /** By agent. */
  readonly faces: ReadonlyMap<AgentId, RowFace>
  /** All agents that can be on a map, whenever something happened in them. */
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  /** ms since the epoch. */
  readonly now: number
}

const MINUTE_MS = 60_000
const NONE: ReadonlySet<string> = new Set()

/** Returns the lines of a period. `folder`: null for all. */
export function useMapLanes(period: Period, folder: string | null, cursor: AgentId | null): MapLanes {
  const all = useTree((state) => state.agents)
  const focused = useLayout((layout) => layout.focused)
  const points = useMap((map) => map.points)
  const seen = useVersionState((versions) => versions.seen)
  const [selectColumns] = useState(columnSelector)
  const comparisons = useComparisons(selectColumns)
  const now = useNow(MINUTE_MS)
  const { from, to } = period
  const agents = useMemo(() => {
    const shown = shownAgents(all, { query: '', showsArchive: false, current: focused }).agents
    return new Map(shown.flatMap((agent) => (folder === null || agent.folder === folder ? [[agent.id, agent]] : [])))
  }, [all, folder, focused])
  const inPeriod = useMemo(() => agentsIn(agents, { from, to }, { points, now }), [agents, from, to, points, now])
  const rows = useMemo(() => {
    const order = rootOrder(inPeriod, rootActivity(inPeriod))
    const byId = new Map(inPeriod.map((agent) => [agent.id, agent]))
    return treeRows(inPeriod, NONE, order, foldVersions(byId, { seen, opened: NONE }), comparisons.map(columnOrder))
  }, [inPeriod, comparisons, seen])
  const lanes = useMemo(() => mapLanes(rows, { points, now }), [rows, points, now])
  const chosen = cursor ?? focused
  const faces = useMemo(() => {
    const path = new Set(chosen === null ? [] : agentPath(agents, chosen).map(({ id }) => id))
    return rowFaces(rows, { agents, path, marks: columnMarks(comparisons) })
  }, [rows, agents, chosen, comparisons])
  return { lanes, faces, agents, now }
}

/** Reads what the map shows when it opens, what is recorded while it is open, and what is older when it is looked at. */
export function useMapPoints({ from }: Period): void {
  const { map } = useActions()
  const { connection } = useStores()
  const state = useMap((each) => each)
  const newest = useTree(({ agents }) => newestMessage(agents))
  useEffect(() => {
    void map.load()
    // Another engine may have another log.
    return connection.subscribe((now, before) => {
      if (now.connection === 'open' && before.connection !== 'open') void map.load()
    })
  }, [map, connection])
  const isReady = !state.isLoading && state.failure === null && state.isRead
  const isBehind = isReady && newest > state.newest
  const isTooShort = isReady && state.olderBefore !== null && (state.oldestAt ?? Infinity) > from
  useEffect(() => {
    if (isBehind) void map.loadNewer(newest)
    else if (isTooShort) void map.loadBackTo(from)
  }, [map, isBehind, isTooShort, newest, from, state.olderBefore])
}

/** Returns when something was recorded last, before a time; ms since the epoch. Null: never. */
export function newestTime(agents: Iterable<AgentSummary>, before = Infinity): number | null {
  let newest: number | null = null
  for (const { createdAt, lastActivityAt } of agents) {
    if (lastActivityAt === undefined) continue
    for (const time of [Date.parse(createdAt), Date.parse(lastActivityAt)])
      if (time < before) newest = Math.max(newest ?? 0, time)
  }
  return newest
}

function newestMessage(agents: ReadonlyMap<AgentId, AgentSummary>): EventId {
  let newest = 0
  for (const { lastMessageId = 0 } of agents.values()) newest = Math.max(newest, lastMessageId)
  return newest
}
