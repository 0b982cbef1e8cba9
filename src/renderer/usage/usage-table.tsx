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

const NO_SHARE = '–'
const UNKNOWN = '—'

interface Column {
  readonly heading: string
  readonly text: (figures: UsageFigures) => string
  /** Tokens, which are written in full on hover. Null: not known. Missing: the column counts none. */
  readonly tokens?: (figures: UsageFigures) => number | null
}

const tokenColumn = (heading: string, name: 'input' | 'cacheWrites' | 'output'): Column => {
  const tokens = (figures: UsageFigures): number | null =>
    isReported(figures) || figures.responses === 0 ? figures[name] : null
  const text = (figures: UsageFigures): string => {
    const count = tokens(figures)
    return count === null ? UNKNOWN : formatShortCount(count)
  }
  return { heading, text, tokens }
}

const COLUMNS: readonly Column[] = [
  { heading: words.responses, text: ({ responses }) => formatCount(responses) },
  tokenColumn(words.input, 'input'),
  { heading: words.cached, text: shareText },
  tokenColumn(words.written, 'cacheWrites'),
  tokenColumn(words.output, 'output'),
  { heading: words.cost, text: formatUsageCost },
]

function shareText(figures: UsageFigures): string {
  const share = cachedShare(figures)
  return share === null ? NO_SHARE : words.percent({ percent: Math.round(share * 100) })
}

/** The rows of a report and their sum. */
export function UsageTable({ report: { by, rows, totals }, onChoose }: UsageTableProps) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.captions[by]}</caption>
        <thead>
          <tr>
            <th scope="col">{dimensions[by]}</th>
            {COLUMNS.map(({ heading }) => (
              <th key={heading} scope="col" className={styles.number}>
                {heading}
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
  return COLUMNS.map(({ heading, text, tokens }) => {
    const count = tokens?.(figures) ?? null
    const title = count === null ? undefined : words.tokens({ tokens: formatCount(count) })
    return (
      <td key={heading} className={styles.number} title={title}>
        {text(figures)}
      </td>
    )
  })
}
