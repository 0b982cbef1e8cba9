import type { CallArguments } from './content.ts'
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, parseJson, wellFormedJson } from './json.ts'
import { problemText, readLenient } from './lenient-json.ts'
import { jsonTokens } from './json-tokens.ts'

/**
 * Parses arguments from the text that a model wrote; an empty text means no arguments. What is not JSON is read if it has
 * one certain meaning (docs/behaviour/tools.md#arguments). Never throws.
 */
export function readArguments(text: string): CallArguments {
  if (text.trim() === '') return { arguments: {} }
  const value = objectIn(text)
  // JSON.parse takes the last of two values of a key; which one was meant is not certain.
  if (value === null || hasKeyTwice(text, value)) {
    const read = readLenient(text)
    // Keep a truncated or ambiguous text as it is; the tool's result describes the problem.
    return read.ok ? { arguments: read.value } : { arguments: {}, malformed_arguments: text }
  }
  const written = writtenText(text, value)
  return written === null ? { arguments: value } : { arguments: value, arguments_text: written }
}

/** Says why the arguments of a call cannot be read, with the place; null: they can. */
export function argumentsProblem({ malformed_arguments: text }: CallArguments): string | null {
  if (text === undefined) return null
  const read = readLenient(text)
  return read.ok ? null : problemText(text, read.problem)
}

/** The key under which a model is shown a text that it wrote in place of arguments: providers demand an object. */
const WRITTEN_KEY = 'malformed_arguments'

/** Returns a text that a model wrote in place of arguments in the form in which it is sent back. */
export function malformedAsArguments(text: string): CallArguments {
  return { arguments: { [WRITTEN_KEY]: text.toWellFormed() } }
}

/** Returns only the argument fields of a call. What is malformed is no argument. */
export function argumentsOf({ arguments: input, arguments_text: written }: CallArguments): CallArguments {
  return written === undefined ? { arguments: input } : { arguments: input, arguments_text: written }
}

/** Returns the arguments as JSON text to send back to a model: as the model wrote them, else without white space. */
export function argumentsText({ arguments: input, arguments_text: written }: CallArguments): string {
  return written ?? JSON.stringify(input)
}

/** Returns whether the text has the same meaning as the value, except for key order and number precision. */
export function isTextOf(text: string, value: JsonObject): boolean {
  const read = readArguments(text)
  if (read.malformed_arguments !== undefined || argumentsText(read) !== text) return false
  return JSON.stringify(canonicalJson(read.arguments)) === JSON.stringify(canonicalJson(value))
}

/**
 * Returns the text without white space if it differs from `JSON.stringify` of the value: an integer beyond 2^53, `1.0`,
 * keys such as `10` and `2` in that order. Null if `JSON.stringify` loses nothing, or if a strict parser would refuse
 * the text: a duplicate key, a number beyond the range of a double. Lone surrogates are replaced.
 */
function writtenText(text: string, value: JsonObject): string | null {
  const sound = wellFormedJson(value)
  const plain = JSON.stringify(sound)
  if (text === plain) return null
  if (hasKeyTwice(text, sound)) return null
  const written = [...jsonTokens(text)].map((token) => soundToken(token.text))
  const joined = written.join('')
  return written.includes(null) || joined === plain ? null : joined
}

/** Returns null for a number outside the range of a double. */
function soundToken(token: string): string | null {
  if (/^[-\d]/.test(token)) return Number.isFinite(Number(token)) ? token : null
  if (!token.startsWith('"') || (!token.includes('\\') && token.isWellFormed())) return token
  return JSON.stringify(String(parseJson(token)).toWellFormed())
}

function objectIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function hasKeyTwice(text: string, value: JsonObject): boolean {
  return [...jsonTokens(text)].filter((token) => token.text === ':').length !== countKeys(value)
}

function countKeys(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0
  const entries: readonly (JsonValue | undefined)[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : entries.length
  return entries.reduce<number>((sum, entry) => sum + countKeys(entry), own)
}
