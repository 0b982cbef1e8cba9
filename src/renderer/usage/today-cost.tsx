import { dayShare, isNearLimit } from '../../shared/near-limit.ts'
import { useActions } from '../hooks/app-context.ts'
import { useBudgets } from '../hooks/use-stores.ts'
import { limitText, listPricesTitle, formatUsageCost } from '../parts/money-text.ts'
import styles from './today-cost.module.css'
import { tokensText } from './usage-sentence.ts'
import { usePricesAsOf, useToday, useUsageReport } from './use-usage-report.ts'
import { texts } from '../text/texts.ts'

const words = texts.usage

/** What today’s responses cost, for the foot of the tree. Opens the usage page. */
export function TodayCost() {
  const { usage } = useActions()
  const limit = useBudgets((state) => state.today)
  const pricesAsOf = usePricesAsOf()
  const { today, timeZone } = useToday()
  const { report, isCurrent } = useUsageReport({ by: 'day', from: today, to: today, timeZone })
  if (report === null || !isCurrent) return null
  return (
    <button
      type="button"
      className={styles.today}
      data-near={(limit !== null && isNearLimit(dayShare(limit))) || undefined}
      title={[
        words.todayTokens({ tokens: tokensText(report.totals) }),
        ...(limit === null ? [] : [limitText(limit)]),
        listPricesTitle(pricesAsOf),
      ].join(' ')}
      onClick={usage.open}
    >
      {words.costIn.today({ cost: formatUsageCost(report.totals) })}
    </button>
  )
}
