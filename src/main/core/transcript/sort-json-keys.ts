import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/**
 * The same value with all keys in order; the very same object if they were. What comes back from the database has its
 * keys in another order than what was streamed, and a request must not change its bytes for that: prompt caches compare
 * bytes, and some thinking is bound to them.
 */
export function sortJsonKeys(object: JsonObject): JsonObject {
  return isSorted(object) ? object : rebuild(object)
}

function isSorted(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSorted)
  if (!isJsonObject(value)) return true
  let previous = ''
  for (const key in value) {
    if (key < previous || !isSorted(value[key])) return false
    previous = key
  }
  return true
}

function rebuild(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, JsonValue] => [key, rebuildValue(value)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function rebuildValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(rebuildValue)
  return isJsonObject(value) ? rebuild(value) : value
}
