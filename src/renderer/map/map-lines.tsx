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

/** All lines as one drawing, which is decoration: the rows say what it shows. */
export function MapLines({ map, paths, view, now, left, top }: MapLinesProps) {
  const { width, height } = map
  const ticks = ticksBetween(map, view.left, view.right)
  const through = ({ x }: Tick): string => `M${x} 0V${height}`
  const hours = ticks.filter(({ folded }) => folded === null)
  const folds = ticks.filter(({ folded }) => folded !== null)
  const nowAt = nowPlace(map, now)
  return (
    <svg className={styles.lines} aria-hidden style={{ left, top, width, height }}>
      <path className={styles.hour} d={hours.map(through).join('')} />
      <path className={styles.fold} d={folds.map(through).join('')} />
      {nowAt === null ? null : <path className={styles.now} d={`M${nowAt} 0V${height}`} />}
      <path className={styles.lead} d={paths.leads} />
      <path className={styles.line} d={paths.wood} />
      <path className={styles.line} data-dotted d={paths.wood_dotted} />
      <path className={styles.line} data-sap d={paths.sap} />
      <path className={styles.line} data-sap data-dotted d={paths.sap_dotted} />
      <path className={styles.attemptEnd} d={paths.ends} />
    </svg>
  )
}
