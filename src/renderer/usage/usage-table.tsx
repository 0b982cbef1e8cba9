import { calendarDayText, isDay } from '../text/calendar-day.ts'
import { type ModelList, plainName } from '../../shared/model-info.ts'
import { serverLabel } from '../../shared/endpoints/endpoint-model.ts'
import { type UsageDimension, type UsageFigures, type UsageReport, type UsageRow } from '../../shared/usage-report.ts'
import { MISS_CAUSES } from '../../shared/cache-miss.ts'
import { usageTableColumns } from '../../shared/usage-columns.ts'
import { useModels } from '../hooks/use-stores.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { formatDollars, formatUsageCost } from '../parts/money-text.ts'
import scrollerStyles from '../parts/table-scroller.module.css'
import styles from './usage-table.module.css'
import { findModel } from '../store/model-store.ts'
import { texts } from '../text/texts.ts'

const { dimensions, table: words } = texts.usage

interface UsageTableProps {
  readonly report: UsageReport
  /** Null: the rows cannot be chosen. */
  readonly onChoose: ((row: UsageRow) => void) | null
}

const NO_SHARE = '–'
const UNKNOWN = '—'

/** The rows of a report and their sum. */
export function UsageTable({ report: { by, rows, totals }, onChoose }: UsageTableProps) {
  const columns = usageTableColumns(by, words.columns)
  return (
    <div className={scrollerStyles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.captions[by]}</caption>
        <thead>
          <tr>
            <th scope="col">{dimensions[by]}</th>
            {columns.map(({ heading }) => (
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
              <Figures columns={columns} figures={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <Figures columns={columns} figures={totals} />
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
}: {
  readonly by: UsageDimension
  row: UsageRow
  onChoose: UsageTableProps['onChoose']
}) {
  const name = useModels(({ list }) => rowName(by, row, list))
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
export function rowName(by: UsageDimension, { key, label }: UsageRow, list: ModelList | null): string {
  if (by === 'cause') return key === '' ? texts.usage.asExpected : missCause(key, label)
  if (by === 'day' && isDay(key)) return calendarDayText(key)
  return by === 'model' ? servedModel(list, key, label) : label
}

/** `Sonnet 5.5 · Anthropic`: several providers may serve a model. `key`: `PROVIDER/MODEL`; empty: it is not known. */
function servedModel(list: ModelList | null, key: string, label: string): string {
  const provider = key.slice(0, key.indexOf('/'))
  const model = findModel(list, provider, key.slice(provider.length + 1))
  return model === null ? label : `${plainName(model)} · ${serverLabel({ provider: model.provider, model: model.id })}`
}

/** A cause that this version does not know keeps its label. */
function missCause(key: string, label: string): string {
  const cause = MISS_CAUSES.find((each) => each === key)
  return cause === undefined ? label : texts.usage.causes[cause]
}

function Figures({
  columns,
  figures,
}: {
  readonly columns: ReturnType<typeof usageTableColumns>
  readonly figures: UsageFigures
}) {
  return columns.map(({ heading, unit, value }) => {
    const known = value(figures)
    // Tokens are written in full on hover.
    const title = unit === 'tokens' && known !== null ? words.tokens({ tokens: formatCount(known) }) : undefined
    return (
      <td key={heading} className={styles.number} title={title}>
        {unit === 'usd' ? formatUsageCost(figures) : cellText(unit, known)}
      </td>
    )
  })
}

function cellText(unit: 'responses' | 'tokens' | 'share' | 'dollars', known: number | null): string {
  if (unit === 'share') return known === null ? NO_SHARE : words.percent({ percent: Math.round(known * 100) })
  if (known === null) return UNKNOWN
  if (unit === 'dollars') return formatDollars(known)
  return unit === 'tokens' ? formatShortCount(known) : formatCount(known)
}
