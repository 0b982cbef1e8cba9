import { useLayoutEffect, useMemo, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { useComparisons } from '../hooks/use-stores.ts'
import { agentPath } from '../store/tree-rows.ts'
import { drawMap, type DrawnPart } from './draw-map.ts'
import { layoutMap, type MapLayout, sortLanes } from './layout-map.ts'
import type { Lane, Period } from './map-lanes.ts'

/** Of the window, rem: names take less of a narrow one. */
const NARROW = 56.25
/** The column of names, px at 100 % text. */
const NAMES = 244
const NAMES_IN_NARROW = 140
/** The axis above the lines, px at 100 % text. */
const AXIS = 40
const ROOT_FONT_SIZE = 16

/** Returns where the lanes are, and how much the names and the axis take, px. */
export function useMapLayout(lanes: readonly Lane[], period: Period, pxPerHour: number) {
  const zoom = useTextZoom()
  const isNarrow = useWindowWithin(NARROW)
  const sorted = useMemo(() => sortLanes(lanes), [lanes])
  const map = useMemo(() => layoutMap(sorted, period, { pxPerHour, zoom }), [sorted, period, pxPerHour, zoom])
  return { map, names: (isNarrow ? NAMES_IN_NARROW : NAMES) * zoom, axis: AXIS * zoom }
}

/** Returns the lines of a part of the map. `chosen`: the lane with the cursor. */
export function useMapPaths(map: MapLayout, view: DrawnPart, chosen: Lane | undefined) {
  const key = useComparisons(({ list }) => list.flatMap(({ adopted }) => adopted ?? []).join(' '))
  const adopted = useMemo(() => new Set(key.split(' ')), [key])
  const path = useMemo((): ReadonlySet<AgentId> => {
    if (chosen === undefined) return new Set()
    const agents = new Map(map.lanes.map(({ lane: { agent } }) => [agent.id, agent]))
    return new Set(agentPath(agents, chosen.agent.id).map(({ id }) => id))
  }, [chosen, map])
  return useMemo(() => drawMap(map, view, { path, adopted }), [map, view, path, adopted])
}

/** Returns how many px one px at 100 % text is now. */
function useTextZoom(): number {
  const [zoom, setZoom] = useState(textZoom)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setZoom(textZoom()))
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [])
  return zoom
}

function textZoom(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_FONT_SIZE || 1
}
