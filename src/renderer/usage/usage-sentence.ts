import type { CalendarDay } from '../text/calendar-day.ts'
import { cachedShare, NO_USAGE, type UsageFigures, type UsageReport } from '../../shared/usage-report.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { formatUsageCost } from '../parts/money-text.ts'
import type { UsagePeriod } from '../store/usage-period.ts'
import { texts } from '../text/texts.ts'

const words = texts.usage

/** Formats tokens: `1,204 tokens in (71 % cached) · 431 out`. */
export function tokensText(figures: UsageFigures): string {
  const percent = cachedPercent(figures)
  const tokens = formatCount(figures.input)
  const input = percent === null ? words.inputTokens({ tokens }) : words.inputTokensCached({ tokens, percent })
  return `${input} · ${words.output({ tokens: formatCount(figures.output) })}`
}

/** Null: the share of cached tokens is not known. */
function cachedPercent(figures: UsageFigures): number | null {
  const share = cachedShare(figures)
  return share === null ? null : Math.round(share * 100)
}

/** Returns the sums of a period by day: `$48.20 this month`, `$3.12 today`, `6.1M in (71 % cached)`, `402k out`. */
export function usageSentence(days: UsageReport, period: UsagePeriod, today: CalendarDay): readonly string[] {
  const { totals } = days
  const ofToday = days.rows.find(({ key }) => key === today) ?? NO_USAGE
  const percent = cachedPercent(totals)
  const tokens = formatShortCount(totals.input)
  return [
    ...(period === 'today' ? [] : [words.costIn[period]({ cost: formatUsageCost(totals) })]),
    words.costIn.today({ cost: formatUsageCost(ofToday) }),
    percent === null ? words.input({ tokens }) : words.inputCached({ tokens, percent }),
    words.output({ tokens: formatShortCount(totals.output) }),
  ]
}
