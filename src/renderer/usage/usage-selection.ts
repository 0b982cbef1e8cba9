import { addDays, type CalendarDay } from '../text/calendar-day.ts'
import type { UsageDimension, UsageRequest, UsageRow } from '../../shared/usage-report.ts'
import { type DayRange, periodDays, type UsagePeriod } from '../store/usage-period.ts'
import { defined } from '../../shared/defined.ts'

/** The responses that the page shows, and how they are divided. */
export interface UsageSelection {
  readonly period: UsagePeriod
  readonly by: UsageDimension
  /** Null: all folders. */
  readonly folder: string | null
  /** The chosen bar, which restricts the table; null: none. */
  readonly days: (Required<DayRange> & { readonly label: string }) | null
  /** The chosen row whose agents are shown; null: none. */
  readonly row: {
    readonly by: 'model' | 'provider' | 'purpose' | 'pool' | 'cause'
    readonly key: string
    readonly label: string
  } | null
}

export interface UsageRequests {
  /** All days of the period. */
  readonly chart: UsageRequest
  readonly table: UsageRequest
  /** All folders of the period. */
  readonly folders: UsageRequest
}

export function usageRequests(selection: UsageSelection, today: CalendarDay, timeZone: string): UsageRequests {
  const { period, by, folder, days, row } = selection
  const range = periodDays(period, today)
  const responses = {
    timeZone,
    ...defined({ folder: folder ?? undefined }),
    ...(row !== null && { [row.by]: row.key }),
  }
  return {
    chart: { ...responses, ...range, by: 'day' },
    table: { ...responses, ...(days === null ? range : { from: days.from, to: days.to }), by },
    folders: { timeZone, ...range, by: 'folder' },
  }
}

/** Returns the selection after the user chose a row: the agents in it. Rows of agents are opened instead. */
export function withRow(selection: UsageSelection, { key, label }: UsageRow): UsageSelection {
  const agents = { ...selection, by: 'agent' } as const
  switch (selection.by) {
    case 'day':
      return { ...agents, days: { from: key, to: key, label } }
    case 'folder':
      return { ...agents, folder: key }
    case 'model':
    case 'provider':
    case 'purpose':
    case 'pool':
    case 'cause':
      return { ...agents, row: { by: selection.by, key, label } }
    case 'agent':
      return selection
  }
}

/** Days after which list prices may be wrong. */
const PRICES_LAST = 30

/** `pricesAsOf` null: not known. */
export function arePricesOld(pricesAsOf: CalendarDay | null, today: CalendarDay): boolean {
  return pricesAsOf !== null && addDays(pricesAsOf, PRICES_LAST) < today
}

/** Returns the name of an exported file. */
export function usageFileName({ by, from, to }: UsageRequest, extension: 'csv' | 'json'): string {
  const days = [from, to].filter((day) => day !== undefined)
  const range = new Set(days).size < days.length ? days.slice(1) : days
  return `${['ikigai-usage-by', by, ...range].join('-')}.${extension}`
}
