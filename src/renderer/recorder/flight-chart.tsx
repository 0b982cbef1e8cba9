import type { RecordedSpan } from '../../shared/flight-recorder.ts'
import { formatCount, formatDuration } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import { CHART_COLUMNS, type ChartRow } from './chart-rows.ts'
import styles from './flight-chart.module.css'
import flightDialogStyles from './flight-dialog.module.css'

const words = texts.recorder
const SECONDS = 60
const HEIGHT = 20

interface FlightChartProps {
  readonly rows: readonly ChartRow[]
  /** The second that is looked at; null: none. */
  readonly secondsAgo: number | null
  onSelect(secondsAgo: number): void
}

/** One line for each kind of work, from the provider to the screen. The slider below selects a second. */
export function FlightChart({ rows, secondsAgo, onSelect }: FlightChartProps) {
  const at = secondsAgo === null ? null : ((SECONDS - secondsAgo) / SECONDS) * CHART_COLUMNS
  return (
    <figure className={styles.chart} aria-label={words.chart}>
      {rows.map((row) => (
        <div key={row.work} className={styles.row}>
          <span className={styles.label}>{words.work[row.work]}</span>
          <svg
            className={styles.plot}
            viewBox={`0 0 ${CHART_COLUMNS} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${words.work[row.work]}: ${factsOf(row)}`}
          >
            <title>{factsOf(row)}</title>
            <path className={styles.bars} data-work={row.work} d={barsOf(row)} />
            {at === null ? null : <line className={styles.cursor} x1={at} x2={at} y1={0} y2={HEIGHT} />}
          </svg>
        </div>
      ))}
      <label className={styles.row}>
        <span className={styles.label}>{words.moment}</span>
        <input
          type="range"
          className={styles.slider}
          min={-SECONDS + 1}
          max={0}
          value={-(secondsAgo ?? 0)}
          aria-valuetext={words.ago({ seconds: secondsAgo ?? 0 })}
          onChange={({ target }) => onSelect(Math.abs(Number(target.value)))}
        />
      </label>
    </figure>
  )
}

function factsOf({ spans, longest }: ChartRow): string {
  return words.rowFacts({ spans, longest: formatDuration(longest) })
}

/** One bar a column. A bar is never lower than a tenth, so that it can be seen. */
function barsOf({ heights }: ChartRow): string {
  return heights
    .map((height, column) =>
      height === 0 ? '' : `M${column} ${HEIGHT}v${-Math.max(0.1, height) * HEIGHT}h1V${HEIGHT}z`,
    )
    .join('')
}

const SECOND_MS = 1000

/** The entries with their figures. `end`: the end of the minute. */
export function SpanTable({ spans, end }: { spans: readonly RecordedSpan[]; end: number }) {
  return (
    <div className={flightDialogStyles.scroller}>
      <table className={flightDialogStyles.table}>
        <thead>
          <tr>
            <th scope="col" className={flightDialogStyles.number}>
              {words.columns.ago}
            </th>
            <th scope="col">{words.columns.work}</th>
            <th scope="col">{words.columns.name}</th>
            <th scope="col" className={flightDialogStyles.number}>
              {words.columns.ms}
            </th>
            <th scope="col" className={flightDialogStyles.number}>
              {words.columns.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {spans.map(({ work, name, at, ms, count }, index) => (
            <tr key={index}>
              <td className={flightDialogStyles.number}>
                {words.secondsShort({ seconds: formatCount(Math.round((end - at) / SECOND_MS)) })}
              </td>
              <td>{words.work[work]}</td>
              <td>{name}</td>
              <td className={flightDialogStyles.number}>{formatDuration(ms)}</td>
              <td className={flightDialogStyles.number}>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
