import type { ToolCallBlock } from './content.ts'
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, parseJson, wellFormedJson } from './json.ts'
import { jsonTokens } from './json-tokens.ts'

/** The fields of a call that say what it was called with. */
export type CallArguments = Pick<ToolCallBlock, 'arguments' | 'arguments_text' | 'malformed_arguments'>

/** Arguments from the JSON text that a model wrote; an empty text is no arguments. Never throws. */
export function readArguments(text: string): CallArguments {
  if (text.trim() === '') return { arguments: {} }
  const value = objectIn(text)
  // A cut or nonsensical text is kept as it is; the tool's answer says what is wrong with it.
  if (value === null) return { arguments: {}, malformed_arguments: text }
  const written = writtenText(text, value)
  return written === null ? { arguments: value } : { arguments: value, arguments_text: written }
}

/** What a call was called with, without the rest of it. */
export function argumentsOf({ arguments: input, arguments_text: written }: CallArguments): CallArguments {
  return written === undefined ? { arguments: input } : { arguments: input, arguments_text: written }
}

/** Arguments as JSON text, for a model to read again: as it wrote them, else without white space. */
export function argumentsText({ arguments: input, arguments_text: written }: CallArguments): string {
  return written ?? JSON.stringify(input)
}

/** Whether the text says the same as the value, up to the order of keys and the precision of numbers. */
export function isTextOf(text: string, value: JsonObject): boolean {
  const read = readArguments(text)
  if (read.malformed_arguments !== undefined || argumentsText(read) !== text) return false
  return JSON.stringify(canonicalJson(read.arguments)) === JSON.stringify(canonicalJson(value))
}

/**
 * The text without white space, where that is not what `JSON.stringify` makes of the value: an integer beyond 2^53,
 * `1.0`, keys such as `10` and `2` in that order. Null where nothing is lost, and where a strict reader would refuse the
 * text: a key that is there twice, a number beyond the range of a double. Halves of surrogate pairs are replaced.
 */
function writtenText(text: string, value: JsonObject): string | null {
  const sound = wellFormedJson(value)
  const plain = JSON.stringify(sound)
  if (text === plain) return null
  const tokens = [...jsonTokens(text)].map((token) => token.text)
  if (tokens.filter((token) => token === ':').length !== countKeys(sound)) return null
  const written = tokens.map(soundToken)
  const joined = written.join('')
  return written.includes(null) || joined === plain ? null : joined
}

/** Null for a number that no double holds. */
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

function countKeys(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0
  const entries: readonly (JsonValue | undefined)[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : entries.length
  return entries.reduce<number>((sum, entry) => sum + countKeys(entry), own)
}
