import { field, numberField, textField } from './wire-value.ts'

/** Longest wait that a server can ask for, ms; a longer one is nonsense. */
const LONGEST_MS = 31 * 24 * 60 * 60_000

/**
 * Returns how long a server asks to wait after a failure, ms; undefined: it names no time, or one that makes no sense. Its own
 * wish (`retry-after-ms`, `retry-after`) counts before the time at which a used-up limit resets, which headers
 * (`anthropic-ratelimit-…-reset`, `x-ratelimit-reset-…`) or the error (`resetsAt`) name. `now`: ms since the epoch.
 */
export function retryAfterOf(headers: Headers | undefined, error?: unknown, now = Date.now()): number | undefined {
  const wish = sensibleWait(milliseconds(headers?.get('retry-after-ms'))) ?? timeOf(headers?.get('retry-after'), now)
  return wish ?? resetIn(error, now) ?? latestReset(headers, now)
}

/** The field of Anthropic's limits on subscriptions: seconds since the epoch, at the error or in its details. */
function resetIn(error: unknown, now: number): number | undefined {
  const places = [error, field(error, 'details'), field(error, 'rate_limit'), field(error, 'metadata')]
  for (const place of places) {
    for (const name of ['resetsAt', 'resets_at']) {
      const value = numberField(place, name)?.toString() ?? textField(place, name)
      const found = value === undefined ? undefined : timeOf(value, now)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const RESET = /^(?:anthropic-ratelimit-(.+)-reset|x-ratelimit-reset(?:-(.+))?)$/

/** Only limits that are used up count; where no header says what is left, all of them. The last one to reset decides. */
function latestReset(headers: Headers | undefined, now: number): number | undefined {
  if (headers === undefined) return undefined
  const resets = [...headers].flatMap(([name, value]) => {
    const [isReset, own, other] = RESET.exec(name) ?? []
    if (isReset === undefined) return []
    const left = headers.get(
      own === undefined
        ? `x-ratelimit-remaining${other === undefined ? '' : `-${other}`}`
        : `anthropic-ratelimit-${own}-remaining`,
    )
    const ms = timeOf(value, now)
    return ms === undefined ? [] : [{ ms, left: left === null ? null : Number(left) }]
  })
  const usedUp = resets.filter(({ left }) => left === 0)
  const counted = usedUp.length > 0 ? usedUp : resets.filter(({ left }) => left === null)
  return counted.length === 0 ? undefined : Math.max(...counted.map(({ ms }) => ms))
}

/** From here on, a number is a time in seconds since the epoch (September 2001), or in ms. */
const EPOCH_SECONDS = 1_000_000_000
const EPOCH_MS = 1_000_000_000_000

/** Reads a wait in seconds, as a duration (`6m0s`), or as a time: a date, or a number since the epoch. */
function timeOf(text: string | null | undefined, now: number): number | undefined {
  const value = text?.trim() ?? ''
  if (value === '') return undefined
  const number = milliseconds(value)
  if (number !== undefined) {
    if (number >= EPOCH_MS) return sensibleWait(number - now)
    return sensibleWait(number >= EPOCH_SECONDS ? number * 1000 - now : number * 1000)
  }
  return sensibleWait(durationOf(value) ?? (DATE.test(value) ? Date.parse(value) - now : undefined))
}

/** As in HTTP, or in ISO 8601: what else can be parsed is no date of a server. */
const DATE = /[a-z]{3} \d{4} \d\d:|^\d{4}-\d\d-\d\dT/i

const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** Reads `1h2m3.5s` or `20ms`; undefined: it is no duration. */
function durationOf(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|[dhms]))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  )
}

function milliseconds(text: string | null | undefined): number | undefined {
  const value = text?.trim() ?? ''
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

/** Returns a wait in whole ms; undefined: it makes no sense. A time that has just passed means now: clocks differ. */
export function sensibleWait(ms: number | undefined): number | undefined {
  return ms === undefined || Number.isNaN(ms) || ms > LONGEST_MS ? undefined : Math.max(0, Math.round(ms))
}
