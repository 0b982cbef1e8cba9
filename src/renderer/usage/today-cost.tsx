import { usageCostText } from '../../shared/usage-words.ts'
import { useActions } from '../hooks/app-context.ts'
import styles from './today-cost.module.css'
import { RECORDED_COSTS, tokensText } from './usage-sentence.ts'
import { useToday, useUsageReport } from './use-usage-report.ts'

/** What today’s responses cost, for the status bar. Opens the usage page. */
export function TodayCost() {
  const { usage } = useActions()
  const { today, timeZone } = useToday()
  const { report, isCurrent } = useUsageReport({ by: 'day', from: today, to: today, timeZone })
  if (report === null || !isCurrent) return null
  return (
    <button
      type="button"
      className={styles.today}
      title={`Today: ${tokensText(report.totals)}. ${RECORDED_COSTS}`}
      onClick={usage.open}
    >
      {usageCostText(report.totals)} today
    </button>
  )
}
