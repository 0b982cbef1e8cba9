import { calendarDayText, isDay } from '../store/calendar-day.ts'
import {
  cachedShare,
  type UsageDimension,
  type UsageFigures,
  type UsageReport,
  type UsageRow,
  isReported,
} from '../../shared/usage-report.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { formatUsageCost } from '../parts/money-text.ts'
import styles from './usage-table.module.css'
import { texts } from '../text/texts.ts'

const { dimensions, table: words } = texts.usage

interface UsageTableProps {
  readonly report: UsageReport
  /** Null: the rows cannot be chosen. */
  readonly onChoose: ((row: UsageRow) => void) | null
}

const COLUMNS = [words.responses, words.input, words.cached, words.written, words.output, words.cost] as const
const NO_SHARE = '–'
const UNKNOWN = '—'

/** The rows of a report and their sum. */
export function UsageTable({ report: { by, rows, totals }, onChoose }: UsageTableProps) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.captions[by]}</caption>
        <thead>
          <tr>
            <th scope="col">{dimensions[by]}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={styles.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName by={by} row={row} onChoose={onChoose} />
              </th>
              <Figures figures={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <Figures figures={totals} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function RowName({
  by,
  row,
  onChoose,
}: { readonly by: UsageDimension; row: UsageRow } & Pick<UsageTableProps, 'onChoose'>) {
  const name = rowName(by, row)
  if (onChoose === null) return name
  return (
    <button
      type="button"
      className={styles.name}
      title={by === 'agent' ? words.open({ agent: name }) : words.showAgents({ row: name })}
      onClick={() => onChoose(row)}
    >
      {name}
    </button>
  )
}

/** Returns the label of a row as the window shows it. */
export function rowName(by: UsageDimension, { key, label }: UsageRow): string {
  return by === 'day' && isDay(key) ? calendarDayText(key) : label
}

function Figures({ figures }: { readonly figures: UsageFigures }) {
  const share = cachedShare(figures)
  const reported = isReported(figures) || figures.responses === 0
  return (
    <>
      <td className={styles.number}>{formatCount(figures.responses)}</td>
      <Tokens count={reported ? figures.input : null} />
      <td className={styles.number}>
        {share === null ? NO_SHARE : words.percent({ percent: Math.round(share * 100) })}
      </td>
      <Tokens count={reported ? figures.cacheWrites : null} />
      <Tokens count={reported ? figures.output : null} />
      <td className={styles.number}>{formatUsageCost(figures)}</td>
    </>
  )
}

/** Null: not known. */
function Tokens({ count }: { readonly count: number | null }) {
  if (count === null) return <td className={styles.number}>{UNKNOWN}</td>
  return (
    <td className={styles.number} title={words.tokens({ tokens: formatCount(count) })}>
      {formatShortCount(count)}
    </td>
  )
}
