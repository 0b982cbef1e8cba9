import { RECORDED_MS, RECORDED_WORK, type RecordedSpan, type RecordedWork } from '../../shared/flight-recorder.ts'

/** Columns of the chart, a quarter of a second each. */
export const CHART_COLUMNS = 240
const COLUMN_MS = RECORDED_MS / CHART_COLUMNS
const SECOND_MS = 1000
/** Entries that the table lists at most. */
const MAX_LISTED = 100

export interface ChartRow {
  readonly work: RecordedWork
  readonly spans: number
  /** ms */
  readonly longest: number
  /** The height of each column, 0 to 1. Of streams the number of pieces counts, of the others the time. */
  readonly heights: readonly number[]
}

const BY_COUNT: ReadonlySet<RecordedWork> = new Set(['provider', 'stream', 'received'])

/** Returns a row for each kind of work in the minute that ends at `end`. */
export function chartRows(spans: readonly RecordedSpan[], end: number): readonly ChartRow[] {
  return RECORDED_WORK.map((work) =>
    chartRow(
      work,
      spans.filter((span) => span.work === work),
      end,
    ),
  )
}

function chartRow(work: RecordedWork, spans: readonly RecordedSpan[], end: number): ChartRow {
  const begin = end - RECORDED_MS
  const sizes = Array.from({ length: CHART_COLUMNS }, () => 0)
  for (const { at, ms, count } of spans) {
    const first = Math.max(0, Math.floor((at - begin) / COLUMN_MS))
    const last = Math.min(CHART_COLUMNS - 1, Math.floor((at + ms - begin) / COLUMN_MS))
    for (let column = first; column <= last; column += 1) {
      const known = sizes[column] ?? 0
      sizes[column] = BY_COUNT.has(work) ? known + count / (last - first + 1) : Math.max(known, ms)
    }
  }
  const most = Math.max(...sizes)
  const longest = spans.reduce((so, { ms }) => Math.max(so, ms), 0)
  return { work, spans: spans.length, longest, heights: sizes.map((size) => (most === 0 ? 0 : size / most)) }
}

/** Returns what the table lists: what ran in a second (0: the last one) in its order, or the longest of the minute. */
export function listedSpans(
  spans: readonly RecordedSpan[],
  end: number,
  secondsAgo: number | null,
): readonly RecordedSpan[] {
  if (secondsAgo === null) return spans.toSorted((a, b) => b.ms - a.ms).slice(0, MAX_LISTED)
  const until = end - secondsAgo * SECOND_MS
  const from = until - SECOND_MS
  return spans.filter(({ at, ms }) => at < until && at + ms >= from).slice(0, MAX_LISTED)
}

/** The end of the minute: that of the newest entry; 0: there is none. */
export function endOf(spans: readonly RecordedSpan[]): number {
  return spans.reduce((end, { at, ms }) => Math.max(end, at + ms), 0)
}
