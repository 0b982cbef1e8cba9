import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/**
 * The same value with all keys in order; the very same object if they were. What comes back from the database has its
 * keys in another order than what was streamed, and a request must not change its bytes for that: prompt caches compare
 * bytes, and some thinking is bound to them.
 */
export function sortJsonKeys(object: JsonObject): JsonObject {
  const keys = Object.keys(object)
  let changed = false
  const entries: [string, JsonValue][] = []
  for (const [index, key] of keys.entries()) {
    const value = object[key]
    if (value === undefined) continue
    const sorted = sortValue(value)
    const previous = keys[index - 1]
    if (sorted !== value || (previous !== undefined && previous > key)) changed = true
    entries.push([key, sorted])
  }
  return changed ? Object.fromEntries(entries.sort(byKey)) : object
}

function sortValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return sortItems(value)
  return isJsonObject(value) ? sortJsonKeys(value) : value
}

function sortItems(items: readonly JsonValue[]): readonly JsonValue[] {
  const sorted = items.map(sortValue)
  return sorted.some((item, index) => item !== items[index]) ? sorted : items
}

function byKey([a]: [string, JsonValue], [b]: [string, JsonValue]): number {
  return a < b ? -1 : 1
}
