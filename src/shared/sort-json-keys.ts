import { isJsonObject } from './json.ts'
import type { JsonObject, JsonValue } from './json.ts'

/**
 * The same value with all keys in order; the very same object if they were. Equal values are equal bytes then, whatever
 * order their keys were written in. Halves of surrogate pairs, which no provider reads, are replaced.
 */
export function sortJsonKeys(object: JsonObject): JsonObject {
  return isSound(object, compareKeys) ? object : rebuild(object, compareKeys)
}

/** The same value without halves of surrogate pairs, its keys in the order that they have; the same object if it has none. */
export function wellFormedJson(object: JsonObject): JsonObject {
  return isSound(object, null) ? object : rebuild(object, null)
}

/** Null: any order will do. */
type KeyOrder = ((a: string, b: string) => number) | null

function isSound(value: JsonValue | undefined, order: KeyOrder): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((item: JsonValue) => isSound(item, order))
  if (!isJsonObject(value)) return true
  let previous = ''
  for (const key in value) {
    if (order !== null && order(key, previous) < 0) return false
    if (!key.isWellFormed() || !isSound(value[key], order)) return false
    previous = key
  }
  return true
}

function rebuild(object: JsonObject, order: KeyOrder): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, JsonValue] => [
    key.toWellFormed(),
    rebuildValue(value, order),
  ])
  return Object.fromEntries(order === null ? entries : entries.sort(([a], [b]) => order(a, b)))
}

/** Short keys first: the order that requests have had from the beginning. */
function compareKeys(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : Number(a > b)
}

function rebuildValue(value: JsonValue, order: KeyOrder): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((item: JsonValue) => rebuildValue(item, order))
  return isJsonObject(value) ? rebuild(value, order) : value
}
