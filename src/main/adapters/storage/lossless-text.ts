import type { JsonValue } from '../../../shared/json.ts'

/**
 * PostgreSQL's text can hold neither U+0000 nor lone surrogates, and models and tools produce both. The storage adapter
 * writes each of them as U+FDD0 and four hexadecimal digits, and U+FDD0 itself too: `\uFDD00000`, `\uFDD0d83d`,
 * `\uFDD0fdd0`. U+FDD0 is a noncharacter that text does not contain in practice. Every U+FDD0 in the database begins an
 * escape, so decoding is unambiguous. All other text, and so nearly every row, is stored unchanged.
 *
 * Structured data is kept in `json` columns, not `jsonb`: `jsonb` sorts keys, and the order of keys is part of what is
 * sent to a provider again. With `jsonb`, the same history would have other bytes after a restart and miss the prompt
 * cache.
 */
const LEAD = '\uFDD0'
const UNSTORABLE = /[\0\uFDD0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const ESCAPED = /\uFDD0([0-9a-f]{4})/g

/** Matches JSON text, where U+0000 and lone surrogates are written as escapes. May match too much, never too little. */
const UNSTORABLE_JSON = /\\u0000|\\ud[89a-f]|\uFDD0/

export function escapeText(text: string): string {
  return text.replace(UNSTORABLE, (unit) => LEAD + unit.charCodeAt(0).toString(16).padStart(4, '0'))
}

export function unescapeText(stored: string): string {
  if (!stored.includes(LEAD)) return stored
  return stored.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Returns JSON that a `json` column accepts and whose strings PostgreSQL's own JSON functions can read. Keeps the order
 * of keys.
 */
export function encodeJson(value: unknown): string {
  const text = JSON.stringify(value)
  return UNSTORABLE_JSON.test(text) ? JSON.stringify(mapStrings(parse(text), escapeText)) : text
}

export function decodeJson(stored: string): JsonValue {
  const value = parse(stored)
  return stored.includes(LEAD) ? mapStrings(value, unescapeText) : value
}

function parse(text: string): JsonValue {
  const value: unknown = JSON.parse(text)
  return isJsonValue(value) ? value : null
}

/** A type guard for the compiler: a JSON parser returns only JSON. */
function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined
}

function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapStrings(item, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapStrings(item, map)]))
}
