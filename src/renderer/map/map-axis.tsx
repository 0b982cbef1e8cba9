import { texts } from '../text/texts.ts'
import { type MapLayout, nowPlace, ticksBetween } from './layout-map.ts'
import styles from './map-axis.module.css'
import { tickText } from './map-words.ts'

interface MapAxisProps {
  readonly map: MapLayout
  /** Width of the column of names, px. */
  readonly names: number
  /** The part that is drawn, px from the left edge of the times. */
  readonly left: number
  readonly right: number
  /** ms since the epoch. */
  readonly now: number
}

/** The labels of the times above the lines. */
export function MapAxis({ map, names, left, right, now }: MapAxisProps) {
  const nowAt = nowPlace(map, now)
  return (
    <div className={styles.axis} aria-hidden>
      {ticksBetween(map, left, right).map((tick) => (
        <span
          key={`${tick.time} ${tick.folded}`}
          className={styles.tick}
          data-folded={tick.folded !== null || undefined}
          style={{ insetInlineStart: names + tick.x }}
        >
          {tickText(tick, map.scale)}
        </span>
      ))}
      {nowAt === null ? null : (
        <span className={styles.now} style={{ insetInlineStart: names + nowAt }}>
          {texts.map.now}
        </span>
      )}
      <span className={styles.corner} style={{ width: names }} />
    </div>
  )
}
