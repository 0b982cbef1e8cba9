import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/**
 * The same value with the keys of all its objects in order: equal values are equal bytes, which providers' prompt caches
 * compare.
 */
export function sortKeys(value: JsonObject): JsonObject
export function sortKeys(value: JsonValue): JsonValue
export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((entry: JsonValue) => sortKeys(entry))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, entry]): [string, JsonValue] => [key, sortKeys(entry)])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
