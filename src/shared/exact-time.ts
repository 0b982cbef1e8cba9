import type { AgentEvent } from './agent-event.ts'

/**
 * Times as PostgreSQL keeps them, to the microsecond. `Date` has milliseconds, so the digits behind them are carried as
 * text: a time that is read and written again is the same time.
 */

const FRACTION = /\.(\d+)/
const SHORT_ZONE = /([+-]\d\d)$/

/**
 * Returns a time in UTC as ISO 8601: with three digits of the second, or with six if it has microseconds. Accepts ISO
 * 8601 with a zone, and PostgreSQL's form (`2026-11-23 12:00:00.25+00`). Throws if it is no time.
 */
export function exactTime(written: string): string {
  const micros = Number((FRACTION.exec(written)?.[1] ?? '').slice(0, 6).padEnd(6, '0'))
  const whole = written.replace(' ', 'T').replace(FRACTION, '').replace(SHORT_ZONE, '$1:00')
  // oxlint-disable-next-line no-restricted-globals -- parses a recorded time, and reads no clock
  return isoText(Date.parse(whole) + Math.floor(micros / 1_000), micros % 1_000)
}

/** The same of microseconds since 1970. Throws if they are out of the range of times. */
export function timeOfMicroseconds(micros: number): string {
  const ms = Math.floor(micros / 1_000)
  return isoText(ms, micros - ms * 1_000)
}

/** `micros` are those behind the milliseconds: together they can be more than a double holds. */
function isoText(ms: number, micros: number): string {
  // oxlint-disable-next-line no-restricted-globals -- converts a given time
  const iso = new Date(ms).toISOString()
  return micros === 0 ? iso : `${iso.slice(0, -1)}${String(micros).padStart(3, '0')}Z`
}

/** Returns when an event was recorded, ms since the epoch. */
export function eventTime({ createdAt }: AgentEvent): number {
  // oxlint-disable-next-line no-restricted-globals -- parses a recorded time, and reads no clock
  return Date.parse(createdAt)
}
