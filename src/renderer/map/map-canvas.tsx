import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { texts } from '../text/texts.ts'
import type { RowFace } from '../tree/row-faces.ts'
import type { MapPaths, DrawnPart } from './draw-map.ts'
import { lanesBetween, type MapLayout, nowPlace, ticksBetween } from './layout-map.ts'
import { MapAxis } from './map-axis.tsx'
import styles from './map-canvas.module.css'
import { laneOf, type MapCursor } from './map-keys.ts'
import type { Lane, Period } from './map-lanes.ts'
import { MapRow } from './map-row.tsx'
import type { Tick } from './time-scale.ts'
import { useMapLayout, useMapPaths } from './use-map-drawing.ts'
import { bringIntoView, useDrawnPart, useKeptTime, usePan, useWheelZoom } from './use-map-scroll.ts'

export interface MapCanvasHandle {
  /** Scrolls to a line, or to a point, and gives it the focus. */
  reveal(at: MapCursor): void
  /** Scrolls to the latest time. */
  showEnd(): void
}

interface MapCanvasProps {
  readonly ref: Ref<MapCanvasHandle>
  readonly lanes: readonly Lane[]
  readonly faces: ReadonlyMap<AgentId, RowFace>
  readonly period: Period
  readonly cursor: MapCursor | null
  readonly pxPerHour: number
  /** Those that are ticked for comparing. */
  readonly selected: ReadonlySet<AgentId>
  /** ms since the epoch. */
  readonly now: number
  onMove(to: MapCursor): void
  onOpen(at: MapCursor, beside: boolean): void
  /** By a factor. */
  onZoom(by: number): void
}

/**
 * The lines over time: a tree grid whose rows are agents and whose cells are what arrived at them. Only what is near the
 * view is in the page; the lines are one drawing, which is decoration.
 */
export function MapCanvas({ ref, lanes, faces, period, cursor, pxPerHour, selected, now, ...on }: MapCanvasProps) {
  const { map, names, axis } = useMapLayout(lanes, period, pxPerHour)
  const scroller = useRef<HTMLDivElement>(null)
  const part = useDrawnPart(scroller)
  const cursorIndex = laneOf(lanes, cursor)
  const view = useMemo(
    () => ({ left: part.left - names, right: part.right - names, top: part.top - axis, bottom: part.bottom - axis }),
    [part, names, axis],
  )
  const paths = useMapPaths(map, view, lanes[cursorIndex])
  usePan(scroller)
  const isFocusWanted = useRef(false)
  const keepsTime = useKeptTime(scroller, map, names)
  const zoomAt = (by: number, x: number): void => {
    keepsTime(x)
    on.onZoom(by)
  }
  useWheelZoom(scroller, zoomAt)

  useImperativeHandle(ref, () => ({
    reveal(at) {
      isFocusWanted.current = true
      const lane = map.lanes[laneOf(lanes, at)]
      if (lane !== undefined && scroller.current !== null)
        bringIntoView(scroller.current, { map, lane, at, names, axis })
    },
    showEnd: () => scroller.current?.scrollTo({ left: map.width }),
  }))
  // The element with the cursor is in the page only now.
  useLayoutEffect(() => {
    if (!isFocusWanted.current) return
    isFocusWanted.current = false
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })
  // At first and in another period, the latest time is in view.
  useLayoutEffect(() => {
    const element = scroller.current
    element?.scrollTo({ left: element.scrollWidth })
  }, [period])

  const [from, to] = lanesBetween(map, view.top, view.bottom)
  const shown = Array.from({ length: to - from }, (_, index) => from + index)
  if (cursorIndex !== -1 && (cursorIndex < from || cursorIndex >= to)) shown.push(cursorIndex)
  return (
    <div
      ref={scroller}
      className={styles.canvas}
      role="treegrid"
      aria-label={texts.map.grid}
      aria-rowcount={lanes.length}
      aria-multiselectable
    >
      <div className={styles.surface} role="none" style={{ width: names + map.width, height: axis + map.height }}>
        <MapAxis map={map} names={names} left={view.left} right={view.right} now={now} />
        <MapLines map={map} paths={paths} view={view} now={now} left={names} top={axis} />
        <span className={styles.backdrop} style={{ width: names, height: map.height }} aria-hidden />
        {shown.map((index) => {
          const placed = map.lanes[index]
          const face = placed === undefined ? undefined : faces.get(placed.lane.agent.id)
          if (placed === undefined || face === undefined) return null
          const { id } = placed.lane.agent
          return (
            <MapRow
              key={id}
              map={map}
              placed={placed}
              index={index}
              face={face}
              names={names}
              axis={axis}
              left={view.left}
              right={view.right}
              hasCursor={index === cursorIndex}
              cursorEvent={index === cursorIndex ? (cursor?.eventId ?? null) : null}
              isSelected={selected.size === 0 ? null : selected.has(id)}
              onMove={on.onMove}
              onOpen={on.onOpen}
            />
          )
        })}
      </div>
    </div>
  )
}

interface MapLinesProps {
  readonly map: MapLayout
  readonly paths: MapPaths
  readonly view: DrawnPart
  /** ms since the epoch. */
  readonly now: number
  /** Where they begin, px from the upper left corner of the surface. */
  readonly left: number
  readonly top: number
}

/**
 * The lines of a part of the map as one drawing, which is decoration: the rows say what it shows. It is no larger than that
 * part, because a browser paints dashes along the whole of a line, and the map may be 400,000 px high.
 */
function MapLines({ map, paths, view, now, left, top }: MapLinesProps) {
  const x = Math.max(0, view.left)
  const y = Math.max(0, view.top)
  const width = Math.max(0, Math.min(map.width, view.right) - x)
  const height = Math.max(0, Math.min(map.height, view.bottom) - y)
  const ticks = ticksBetween(map, view.left, view.right)
  const through = (at: number): string => `M${at} ${y}V${y + height}`
  const all = (shown: readonly Tick[]): string => shown.map((tick) => through(tick.x)).join('')
  const hours = ticks.filter(({ folded }) => folded === null)
  const folds = ticks.filter(({ folded }) => folded !== null)
  const nowAt = nowPlace(map, now)
  return (
    <svg
      className={styles.lines}
      aria-hidden
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{ left: left + x, top: top + y, width, height }}
    >
      <path className={styles.hour} d={all(hours)} />
      <path className={styles.fold} d={all(folds)} />
      {nowAt === null ? null : <path className={styles.now} d={through(nowAt)} />}
      <path className={styles.lead} d={paths.leads} />
      <path className={styles.line} d={paths.wood} />
      <path className={styles.line} data-dotted d={paths.wood_dotted} />
      <path className={styles.line} data-sap d={paths.sap} />
      <path className={styles.line} data-sap data-dotted d={paths.sap_dotted} />
      <path className={styles.attemptEnd} d={paths.ends} />
    </svg>
  )
}
