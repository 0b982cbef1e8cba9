import { parseExactJson } from '../../../../shared/exact-json.ts'
import { timeOfMicroseconds } from '../../../../shared/exact-time.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts'

/** Reads values of files that may hold anything. None of these functions throws. */

/** Null: no text, or an empty one. */
export function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** An object without keys for anything else. */
export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** An empty list for anything else. */
export function list(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : []
}

/** `Array.isArray` would make its elements `any`. */
function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The objects of a list. */
export function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return list(value).filter((item) => isJsonObject(item))
}

/** Null: no number from 0 on. */
export function count(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Undefined: no JSON, or nested too deep. */
export function parseValue(source: string): JsonValue | undefined {
  try {
    const value = parseExactJson(source)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A type guard only: `JSON.parse` makes nothing else. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined
}

/**
 * Reads a time as tools write it: ISO 8601, or a number of seconds, milliseconds or microseconds since 1970. The unit
 * follows from the size. Kept to the microsecond. Years before 2001 and after 2286 are not recognised. Null: no time.
 */
export function timeOf(...values: readonly (JsonValue | undefined)[]): string | null {
  for (const value of values) {
    const at = typeof value === 'string' ? isoTime(value) : typeof value === 'number' ? numberTime(value) : null
    if (at !== null) return at
  }
  return null
}

function isoTime(value: string): string | null {
  if (/^\d{9,16}(\.\d+)?$/.test(value)) return numberTime(Number(value))
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return null
  // Without an offset it would be read as local time, which depends on the machine.
  const withZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value) || !value.includes(':') ? value : `${value}Z`
  // oxlint-disable-next-line no-restricted-globals -- converts a given time
  const ms = Date.parse(withZone)
  const micros = Number((/:\d{2}\.\d{3}(\d{1,3})/.exec(value)?.[1] ?? '').padEnd(3, '0'))
  return Number.isFinite(ms) && ms >= 0 && ms < 1e13 ? timeOfMicroseconds(ms * 1_000 + micros) : null
}

function numberTime(value: number): string | null {
  if (value >= 1e9 && value < 1e10) return timeOfMicroseconds(Math.round(value * 1_000_000))
  if (value >= 1e12 && value < 1e13) return timeOfMicroseconds(Math.round(value * 1_000))
  return value >= 1e15 && value < 1e16 ? timeOfMicroseconds(Math.round(value)) : null
}

/** A text from a file, safe and short enough for a message: control characters become visible. */
export function shown(value: JsonValue | undefined): string {
  const raw = typeof value === 'string' ? value : value === undefined ? 'none' : JSON.stringify(value)
  return raw.slice(0, 60).replaceAll(/[^\x20-\x7e]/g, '?')
}
