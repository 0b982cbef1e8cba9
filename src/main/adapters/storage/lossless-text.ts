import type { JsonValue } from '../../../shared/json.ts'

/**
 * PostgreSQL's text holds neither U+0000 nor half of a surrogate pair, and models and tools produce both. At the border
 * of the storage each of them is written as U+FDD0 and four hexadecimal digits, and so is U+FDD0 itself: `\uFDD00000`,
 * `\uFDD0d83d`, `\uFDD0fdd0`. U+FDD0 is a noncharacter, which text never holds in practice; every one in the database
 * begins an escape, so reading is unambiguous. All other text, and so nearly every row, is stored as it is.
 *
 * Structured data is kept in `json` columns, not `jsonb`: `jsonb` sorts keys, and the keys' order is part of what a
 * provider is sent again. With it, the same history would be other bytes after a restart and miss the prompt cache.
 */
const LEAD = '\uFDD0'
const UNSTORABLE = /[\0\uFDD0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const ESCAPED = /\uFDD0([0-9a-f]{4})/g

/** In JSON text, where U+0000 and lone surrogates stand as escapes. May find too much, never too little. */
const UNSTORABLE_JSON = /\\u0000|\\ud[89a-f]|\uFDD0/

export function escapeText(text: string): string {
  return text.replace(UNSTORABLE, (unit) => LEAD + unit.charCodeAt(0).toString(16).padStart(4, '0'))
}

export function unescapeText(stored: string): string {
  if (!stored.includes(LEAD)) return stored
  return stored.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** JSON that a `json` column takes and whose strings PostgreSQL's own JSON functions can read. Key order is kept. */
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

/** What a parser of JSON gives is JSON; only the compiler has to be told. */
function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined
}

function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapStrings(item, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapStrings(item, map)]))
}
