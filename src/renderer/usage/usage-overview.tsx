import type { CalendarDay } from '../text/calendar-day.ts'
import type { UsageReport, UsageRow } from '../../shared/usage-report.ts'
import { isUsed } from '../../shared/usage-totals.ts'
import { usageNotes } from '../../shared/usage-text.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { listPricesTitle } from '../parts/money-text.ts'
import { clockTime } from '../text/calendar-day.ts'
import { periodDays } from '../store/usage-period.ts'
import { usageBars } from './usage-bars.ts'
import { UsageChart } from './usage-chart.tsx'
import { UsageChosen, type UsageSelectionProps } from './usage-filters.tsx'
import styles from './usage-overview.module.css'
import { arePricesOld } from './usage-selection.ts'
import { usageSentence } from './usage-sentence.ts'
import { UsageTable } from './usage-table.tsx'
import { type UsageLoad, usePricesAsOf } from './use-usage-report.ts'
import { texts } from '../text/texts.ts'

const words = texts.usage

interface UsageOverviewProps extends UsageSelectionProps {
  /** All days of the period. */
  readonly chart: UsageLoad
  readonly table: UsageLoad
  readonly today: CalendarDay
  readonly isOffline: boolean
  onRow(row: UsageRow): void
}

/** The sums, the chart and the table of the usage page. While they load again, the previous ones are shown. */
export function UsageOverview(props: UsageOverviewProps) {
  const { chart, table, selection, isOffline, onChange } = props
  const failure = isOffline ? null : (chart.failure ?? table.failure)
  const isLoading = !isOffline && !(chart.isCurrent && table.isCurrent)
  return (
    <div className={styles.figures} data-offline={isOffline || undefined} aria-busy={isLoading}>
      <p className={styles.note} role="status">
        {isOffline && chart.report !== null ? words.offlineFigures({ time: clockTime(chart.at) }) : ''}
      </p>
      <FailureNote failure={failure} />
      <OldPrices today={props.today} />
      {chart.report === null ? (
        <Loading isFailed={failure !== null || isOffline} />
      ) : (
        <Sums {...props} days={chart.report} />
      )}
      <UsageChosen selection={selection} onChange={onChange} />
      {chart.report === null ? null : <ChartAndTable {...props} days={chart.report} />}
    </div>
  )
}

interface WithDays extends UsageOverviewProps {
  readonly days: UsageReport
}

function Sums({ days, selection, today }: WithDays) {
  const pricesAsOf = usePricesAsOf()
  if (days.totals.responses === 0) return null
  return (
    <p className={styles.sums} title={listPricesTitle(pricesAsOf)}>
      {usageSentence(days, selection.period, today).map((part, index) => (
        <span key={part}>
          {index === 0 ? '' : ' · '}
          {part}
        </span>
      ))}
    </p>
  )
}

function OldPrices({ today }: { readonly today: CalendarDay }) {
  const pricesAsOf = usePricesAsOf()
  if (pricesAsOf === null || !arePricesOld(pricesAsOf, today)) return null
  return <p className={styles.note}>{words.oldPrices({ date: pricesAsOf })}</p>
}

/** Has the size of the chart, so that nothing moves when that arrives. */
function Loading({ isFailed }: { readonly isFailed: boolean }) {
  if (isFailed) return null
  return (
    <div className={styles.loading} role="status">
      {words.loading}
    </div>
  )
}

function ChartAndTable({ days, table, selection, today, onChange, onRow, isOffline }: WithDays) {
  if (days.totals.responses === 0) return <Empty selection={selection} onChange={onChange} />
  const bars = usageBars(days.rows, periodDays(selection.period, today))
  return (
    <div className={styles.both}>
      <div className={styles.half}>
        <UsageChart
          bars={bars}
          chosen={selection.days?.from ?? null}
          onChoose={(bar) => onChange({ ...selection, days: bar })}
        />
        {selection.by === 'day' ? null : (
          <Disclosure summary={words.chart.asTable}>
            <UsageTable report={{ ...days, rows: bars.filter(({ responses }) => responses > 0) }} onChoose={null} />
          </Disclosure>
        )}
      </div>
      <div className={styles.half}>
        {table.report === null ? null : (
          <>
            <UsageTable report={table.report} onChoose={isOffline ? null : onRow} />
            {usageNotes(table.report.totals, words.notes, formatCount).map((note) => (
              <p key={note} className={styles.note}>
                {note}
              </p>
            ))}
          </>
        )}
      </div>
    </div>
  )
}

function Empty({ selection, onChange }: UsageSelectionProps) {
  const hasUsed = useTree(({ agents }) => [...agents.values()].some(isUsed))
  if (!hasUsed) return <p className={styles.empty}>{words.none}</p>
  return (
    <div className={styles.empty}>
      <p>{words.noneSelected}</p>
      <Button onClick={() => onChange({ period: 'all', by: selection.by, folder: null, days: null, row: null })}>
        {words.showAll}
      </Button>
    </div>
  )
}
