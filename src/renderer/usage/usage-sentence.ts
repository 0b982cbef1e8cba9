import type { CalendarDay } from '../store/calendar-day.ts'
import { cachedShare, NO_USAGE, type UsageFigures, type UsageReport } from '../../shared/usage-report.ts'
import { usageCostText } from '../../shared/usage-text.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import type { UsagePeriod } from '../store/usage-period.ts'

export const PERIOD_LABELS: Readonly<Record<UsagePeriod, string>> = {
  today: 'Today',
  '7days': 'Last 7 days',
  '30days': 'Last 30 days',
  month: 'This month',
  all: 'All time',
}

const IN_PERIOD: Readonly<Record<Exclude<UsagePeriod, 'today'>, string>> = {
  '7days': 'in the last 7 days',
  '30days': 'in the last 30 days',
  month: 'this month',
  all: 'in total',
}

/** Formats tokens: `1,204 tokens in (71 % cached) · 431 out`. */
export function tokensText(figures: UsageFigures): string {
  return `${formatCount(figures.input)} tokens in${cachedText(figures)} · ${formatCount(figures.output)} out`
}

function cachedText(figures: UsageFigures): string {
  const share = cachedShare(figures)
  return share === null ? '' : ` (${Math.round(share * 100)} % cached)`
}

/** Returns the sums of a period by day: `$48.20 this month`, `$3.12 today`, `6.1M in (71 % cached)`, `402k out`. */
export function usageSentence(days: UsageReport, period: UsagePeriod, today: CalendarDay): readonly string[] {
  const { totals } = days
  const ofToday = days.rows.find(({ key }) => key === today) ?? NO_USAGE
  return [
    ...(period === 'today' ? [] : [`${usageCostText(totals)} ${IN_PERIOD[period]}`]),
    `${usageCostText(ofToday)} today`,
    `${formatShortCount(totals.input)} in${cachedText(totals)}`,
    `${formatShortCount(totals.output)} out`,
  ]
}
