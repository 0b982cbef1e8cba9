import { DATE_LOCALE } from './locale.ts'

/** A day of the calendar as an ISO date, `2026-11-22`. Days compare as text. */
export type CalendarDay = string

const DAY_MS = 86_400_000
const ISO_DAY_LENGTH = 10

/** Returns the day at a time (ms since the epoch) in a time zone (IANA name). */
export function dayIn(timeZone: string, time: number): CalendarDay {
  // Swedish dates are ISO dates.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time)
}

/** Returns the day so many days later; earlier if negative. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  // In UTC every day has 24 hours; days of the calendar do not depend on a time zone.
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, ISO_DAY_LENGTH)
}

/** Returns the number of days from one day to another one. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Returns whether a text is a day that these functions accept. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

const FORMATS = {
  day: new Intl.DateTimeFormat(DATE_LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(DATE_LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  year: new Intl.DateTimeFormat(DATE_LOCALE, { year: 'numeric', timeZone: 'UTC' }),
}

/** Formats a day, its month or its year: `22 Nov 2026`, `Nov 2026`, `2026`. */
export function calendarDayText(day: CalendarDay, unit: keyof typeof FORMATS = 'day'): string {
  return FORMATS[unit].format(Date.parse(day))
}

const DATE = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' })
const DATE_AND_TIME = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const DAY_AND_MONTH = new Intl.DateTimeFormat(DATE_LOCALE, { day: 'numeric', month: 'short' })
const LONG_DAY = new Intl.DateTimeFormat(DATE_LOCALE, { weekday: 'long', day: 'numeric', month: 'long' })
const MONTH_NAME = new Intl.DateTimeFormat(DATE_LOCALE, { month: 'long', year: 'numeric' })
const CLOCK_TIME = new Intl.DateTimeFormat(DATE_LOCALE, { hour: '2-digit', minute: '2-digit' })

/** Formats the local day of a time (ISO 8601): `22 Nov 2026`. */
export function dateText(time: string): string {
  return DATE.format(Date.parse(time))
}

/** Formats a local day with its time: `22 Nov 2026, 14:32`. `time`: ms since the epoch, or ISO 8601. */
export function dateAndTime(time: number | string): string {
  return DATE_AND_TIME.format(new Date(time))
}

/** Returns the clock time of a time of today, else its day with the time. `time`: ISO 8601. */
export function momentText(time: string): string {
  return dateText(time) === dateText(new Date().toISOString()) ? clockTime(Date.parse(time)) : dateAndTime(time)
}

/** Formats the local day of a time (ISO 8601) without its year: `22 Nov`. */
export function dayAndMonth(time: string): string {
  return DAY_AND_MONTH.format(Date.parse(time))
}

/** Formats a local day with its weekday: `Friday, 27 November`. `time`: ms since the epoch. */
export function longDay(time: number): string {
  return LONG_DAY.format(time)
}

/** Formats the local month of a time (ms since the epoch): `November 2026`. */
export function monthName(time: number): string {
  return MONTH_NAME.format(time)
}

/** Formats the local days of two times (ms since the epoch): `23–29 Nov 2026`. */
export function dayRange(from: number, to: number): string {
  return DATE.formatRange(from, to)
}

const RELATIVE = new Intl.RelativeTimeFormat(DATE_LOCALE, { numeric: 'auto' })

/** Formats a local day (ISO 8601) as `today`, `yesterday`, `22 Nov`, or `22 Nov 2025` of another year. `now`: ms since the epoch. */
export function dayName(time: string, now: number): string {
  const [then, today] = [new Date(time), new Date(now)]
  const midnight = (date: Date, daysAgo = 0): number =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime()
  const daysAgo = [0, 1].find((days) => midnight(then) === midnight(today, days))
  if (daysAgo !== undefined) return RELATIVE.format(-daysAgo, 'day')
  return then.getFullYear() === today.getFullYear() ? dayAndMonth(time) : dateText(time)
}

/** Formats a local time (ms since the epoch): `14:32`. */
export function clockTime(time: number): string {
  return CLOCK_TIME.format(time)
}
