import { addDays, type CalendarDay } from '../text/calendar-day.ts'

export const USAGE_PERIODS = ['today', '7days', '30days', 'month', 'all'] as const
export type UsagePeriod = (typeof USAGE_PERIODS)[number]

/** First and last day, both included; missing: no limit. */
export interface DayRange {
  readonly from?: CalendarDay
  readonly to?: CalendarDay
}

/** Returns the days of a period that ends with `today`. */
export function periodDays(period: UsagePeriod, today: CalendarDay): DayRange {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case '7days':
      return { from: addDays(today, -6), to: today }
    case '30days':
      return { from: addDays(today, -29), to: today }
    case 'month':
      return { from: `${today.slice(0, -2)}01`, to: today }
    case 'all':
      return {}
  }
}
