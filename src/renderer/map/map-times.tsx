import type { AgentId } from '../../shared/ids.ts'
import { clockTime, dayAndMonth } from '../store/calendar-day.ts'
import { texts } from '../text/texts.ts'
import type { RowFace } from '../tree/row-faces.ts'
import type { MapCursor } from './map-keys.ts'
import type { Lane, Period, TimedPoint } from './map-lanes.ts'
import styles from './map-times.module.css'
import { laneName } from './map-words.ts'

const words = texts.map

interface MapTimesProps {
  readonly lanes: readonly Lane[]
  readonly faces: ReadonlyMap<AgentId, RowFace>
  readonly period: Period
  onOpen(at: MapCursor, beside: boolean): void
}

/** Most entries of the list: a phone shows a few at once. */
const MOST = 500

/** What arrived at agents, newest first, where the window is too narrow for lines. */
export function MapTimes({ lanes, faces, period, onOpen }: MapTimesProps) {
  const entries = lanes
    .flatMap((lane) => lane.points.map((point) => ({ lane, point })))
    .filter(({ point: { time } }) => time >= period.from && time < period.to)
    .toSorted((a, b) => b.point.time - a.point.time)
    .slice(0, MOST)
  return (
    <ol className={styles.times} aria-label={words.grid}>
      {entries.map(({ lane, point }) => {
        const { id } = lane.agent
        return (
          <li key={point.eventId}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => onOpen({ agentId: id, eventId: point.eventId }, false)}
            >
              <time dateTime={point.at}>{timeText(point, period)}</time>
              <span className={styles.agent} dir="auto">
                {laneName(lane, faces.get(id))}
              </span>
              <span className={styles.text} dir="auto">
                {point.text}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const DAY_MS = 25 * 3_600_000

function timeText({ time, at }: TimedPoint, { from, to }: Period): string {
  return to - from > DAY_MS ? `${dayAndMonth(at)} ${clockTime(time)}` : clockTime(time)
}
