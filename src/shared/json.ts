/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Whether the value is an object with keys: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the value is a list. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/**
 * Maximum depth of objects and lists in JSON from outside. Real files, messages and arguments have about ten levels.
 */
export const MAX_JSON_DEPTH = 200

/**
 * `JSON.parse` for a text that was not written by ikigai: a file, a message, arguments of a model. Also throws a
 * SyntaxError if the text is nested deeper than `MAX_JSON_DEPTH`. `JSON.parse` accepts such a text, but recursive code
 * that reads the value would run out of stack.
 */
export function parseJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError(`nested deeper than ${MAX_JSON_DEPTH} levels`)
  const value: unknown = JSON.parse(text)
  return value
}

/** Returns the object that a text from outside contains, or null if it contains none. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** The error message for a text that is nested deeper. */
export const NESTED_TOO_DEEP = `It is nested deeper than ${MAX_JSON_DEPTH} levels`

/** Whether brackets outside of strings are nested deeper than `MAX_JSON_DEPTH`. The text may be invalid JSON. */
export function isNestedTooDeep(text: string): boolean {
  // Most texts are too short to be that deep. The others are scanned once, without recursion.
  if (text.length <= MAX_JSON_DEPTH) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > MAX_JSON_DEPTH) return true
  }
  return false
}

/** Index of the quotation mark that closes the string starting at `start`; the length of the text if none does. */
export function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

/** Whether a value that a library has parsed is nested deeper than `MAX_JSON_DEPTH`. */
export function isValueTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth++) {
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}

/**
 * Returns the value with the keys of all objects sorted by UTF-16 code units (the order of RFC 8785) and well-formed
 * strings: halves of surrogate pairs, which no provider accepts, become U+FFFD. Equal values have equal JSON text after
 * that. Returns the same object if nothing changes. Not for the arguments of a call, whose order is the model's own.
 *
 * Keys such as `10` come first and in numeric order: a JavaScript object cannot hold them in another one.
 */
export function canonicalJson(value: JsonObject): JsonObject
export function canonicalJson(value: JsonValue): JsonValue
export function canonicalJson(value: JsonValue): JsonValue {
  return needsNoChange(value, true) ? value : rebuild(value, true)
}

/** Returns the value with well-formed strings and keys in their original order; the same object if nothing changes. */
export function wellFormedJson(object: JsonObject): JsonObject
export function wellFormedJson(value: JsonValue): JsonValue
export function wellFormedJson(value: JsonValue): JsonValue {
  return needsNoChange(value, false) ? value : rebuild(value, false)
}

function needsNoChange(value: JsonValue | undefined, sorted: boolean): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((item: JsonValue) => needsNoChange(item, sorted))
  if (!isJsonObject(value)) return true
  let previous = ''
  for (const key in value) {
    if (!key.isWellFormed() || !needsNoChange(value[key], sorted)) return false
    if (!sorted || isArrayIndex(key)) continue
    if (key < previous) return false
    previous = key
  }
  return true
}

function isArrayIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1
}

function rebuild(value: JsonValue, sorted: boolean): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((item: JsonValue) => rebuild(item, sorted))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => [
    key.toWellFormed(),
    rebuild(item, sorted),
  ])
  return Object.fromEntries(sorted ? entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b))) : entries)
}
