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
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  year: new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'UTC' }),
}

/** Formats a day, its month or its year: `22 Nov 2026`, `Nov 2026`, `2026`. */
export function calendarDayText(day: CalendarDay, unit: keyof typeof FORMATS = 'day'): string {
  return FORMATS[unit].format(Date.parse(day))
}

/** Returns a day with its time as the system writes them. `time`: ms since the epoch, or ISO 8601. */
export function dateAndTime(time: number | string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })
}
