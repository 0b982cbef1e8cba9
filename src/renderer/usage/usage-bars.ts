import { addDays, type CalendarDay, daysBetween, calendarDayText, isDay } from '../text/calendar-day.ts'
import { addFigures, NO_USAGE, type UsageFigures, type UsageRow } from '../../shared/usage-report.ts'
import type { DayRange } from '../store/usage-period.ts'

/** A bar of the chart: a day, a month or a year. */
export interface UsageBar extends UsageRow {
  /** First and last day, both included. */
  readonly from: CalendarDay
  readonly to: CalendarDay
}

type Unit = 'day' | 'month' | 'year'

/** Maximum number of bars before the next longer unit is used. */
const MAX_DAYS = 92
const MAX_MONTHS = 60
const DAYS_PER_MONTH = 30.5

/** A day's prefix that names its month or year. */
const KEY_LENGTH: Readonly<Record<Unit, number>> = { day: 10, month: 7, year: 4 }

/**
 * Returns one bar per day of the range from rows of days in order, also for days without responses; per month or year
 * if there would be too many.
 */
export function usageBars(all: readonly UsageRow[], range: DayRange): readonly UsageBar[] {
  const rows = all.filter(({ key }) => isDay(key))
  const from = range.from ?? rows[0]?.key
  const to = range.to ?? rows.at(-1)?.key
  if (from === undefined || to === undefined) return []
  const unit = unitFor(daysBetween(from, to) + 1)
  const figures = new Map<string, UsageFigures>()
  for (const row of rows) {
    const key = row.key.slice(0, KEY_LENGTH[unit])
    figures.set(key, addFigures(figures.get(key) ?? NO_USAGE, row))
  }
  const bars: UsageBar[] = []
  for (let first = from; first <= to;) {
    const key = first.slice(0, KEY_LENGTH[unit])
    const next = startAfter(first, unit)
    const last = addDays(next, -1)
    const end = last < to ? last : to
    bars.push({ ...(figures.get(key) ?? NO_USAGE), key, label: calendarDayText(first, unit), from: first, to: end })
    first = next
  }
  return bars
}

function unitFor(days: number): Unit {
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_MONTHS * DAYS_PER_MONTH ? 'month' : 'year'
}

/** Returns the first day of the next unit. */
function startAfter(day: CalendarDay, unit: Unit): CalendarDay {
  if (unit === 'day') return addDays(day, 1)
  if (unit === 'year') return `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`
  // The 28th and five days are always in the next month.
  return `${addDays(`${day.slice(0, 7)}-28`, 5).slice(0, 7)}-01`
}

/** What the height of a bar says. Tokens of output where no cost is known or all are free. */
export type UsageMeasure = 'cost' | 'output'

export function measureOf(bars: readonly UsageBar[]): UsageMeasure {
  return bars.some(({ cost }) => cost.usd > 0) || bars.every(({ output }) => output === 0) ? 'cost' : 'output'
}

export function heightOf(bar: UsageBar, measure: UsageMeasure): number {
  return measure === 'cost' ? bar.cost.usd : bar.output
}

/** The axis of a chart: round numbers from 0 to the highest one, which no bar exceeds. */
export interface ChartScale {
  readonly ticks: readonly number[]
  readonly highest: number
}

const MAX_STEPS = 3

export function chartScale(highestBar: number): ChartScale {
  if (highestBar <= 0) return { ticks: [0], highest: 1 }
  const step = roundUp(highestBar / MAX_STEPS)
  const steps = Math.ceil(exact(highestBar / step))
  const ticks = Array.from({ length: steps + 1 }, (_, index) => exact(index * step))
  return { ticks, highest: exact(steps * step) }
}

/** Returns the next higher 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5].find((each) => each >= exact(value / power)) ?? 10
  return exact(factor * power)
}

/** Without the errors of binary fractions: 0.30000000000000004 is 0.3. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}
