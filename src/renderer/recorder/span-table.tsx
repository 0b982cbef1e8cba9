import type { RecordedSpan } from '../../shared/flight-recorder.ts'
import { formatCount, formatDuration } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './flight-dialog.module.css'

const words = texts.recorder
const SECOND_MS = 1000

/** The entries with their figures. `end`: the end of the minute. */
export function SpanTable({ spans, end }: { spans: readonly RecordedSpan[]; end: number }) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {words.columns.ago}
            </th>
            <th scope="col">{words.columns.work}</th>
            <th scope="col">{words.columns.name}</th>
            <th scope="col" className={styles.number}>
              {words.columns.ms}
            </th>
            <th scope="col" className={styles.number}>
              {words.columns.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {spans.map(({ work, name, at, ms, count }, index) => (
            <tr key={index}>
              <td className={styles.number}>
                {words.secondsShort({ seconds: formatCount(Math.round((end - at) / SECOND_MS)) })}
              </td>
              <td>{words.work[work]}</td>
              <td>{name}</td>
              <td className={styles.number}>{formatDuration(ms)}</td>
              <td className={styles.number}>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
