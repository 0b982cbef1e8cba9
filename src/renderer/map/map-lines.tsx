import type { MapPaths, DrawnPart } from './draw-map.ts'
import { type MapLayout, nowPlace, ticksBetween } from './layout-map.ts'
import styles from './map-canvas.module.css'
import type { Tick } from './time-scale.ts'

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
export function MapLines({ map, paths, view, now, left, top }: MapLinesProps) {
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
