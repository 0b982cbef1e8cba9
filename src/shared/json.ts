/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Levels of objects and lists in JSON that comes from outside. Real files, messages and arguments have about ten. */
export const MAX_JSON_DEPTH = 200

/**
 * `JSON.parse` for a text that was not written by ikigai: a file, a message, arguments of a model. Throws a SyntaxError
 * also where it is nested deeper than `MAX_JSON_DEPTH`: `JSON.parse` itself takes that, but what walks through the value
 * afterwards would run out of stack.
 */
export function parseJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError(`nested deeper than ${MAX_JSON_DEPTH} levels`)
  const value: unknown = JSON.parse(text)
  return value
}

/** What is wrong with such a text, for a person. */
export const NESTED_TOO_DEEP = `It is nested deeper than ${MAX_JSON_DEPTH} levels`

/** Whether brackets that are not part of a string are nested deeper than `MAX_JSON_DEPTH`; the text may be no JSON. */
export function isNestedTooDeep(text: string): boolean {
  // Most texts are too short for that; the others are looked at once, without recursion.
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

/** The index of the quotation mark that ends the string which begins at `start`, or of the text's end. */
export function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

/** The same for a value that a library has parsed. */
export function isValueTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth++) {
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
