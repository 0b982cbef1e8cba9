import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/**
 * The same value with all keys in order; the very same object if they were. What comes back from the database has its
 * keys in another order than what was streamed, and a request must not change its bytes for that: prompt caches compare
 * bytes, and some thinking is bound to them. Halves of surrogate pairs, which no provider reads, are replaced.
 */
export function sortJsonKeys(object: JsonObject): JsonObject {
  return isSorted(object) ? object : rebuild(object)
}

function isSorted(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSorted)
  if (!isJsonObject(value)) return true
  let previous = ''
  for (const key in value) {
    if (compareKeys(key, previous) < 0 || !key.isWellFormed() || !isSorted(value[key])) return false
    previous = key
  }
  return true
}

function rebuild(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, JsonValue] => [
    key.toWellFormed(),
    rebuildValue(value),
  ])
  return Object.fromEntries(entries.sort(([a], [b]) => compareKeys(a, b)))
}

/** The order in which PostgreSQL keeps keys: what was read from the log is in order already. */
function compareKeys(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : Number(a > b)
}

function rebuildValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(rebuildValue)
  return isJsonObject(value) ? rebuild(value) : value
}
