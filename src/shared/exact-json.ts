import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './json.ts'
import { type JsonToken, jsonTokens } from './json-tokens.ts'

/** The JSON texts, without white space, of objects and lists that contain a whole number that a double cannot hold. */
const texts = new WeakMap<object, string>()

/** More digits than any number that a double holds to the last one needs. */
const MAY_BE_INEXACT = /\d{16}/

/**
 * `parseJson` that keeps every digit of whole numbers. One that a double would round becomes a string with its digits;
 * `exactText` still returns what was written. Throws like `parseJson`.
 */
export function parseExactJson(text: string): unknown {
  const rounded = parseJson(text)
  if (!MAY_BE_INEXACT.test(text)) return rounded
  const tokens = [...jsonTokens(text)]
  if (!tokens.some((token) => isRounded(token.text))) return rounded
  const value = parseJson(tokens.map(({ text: token }) => (isRounded(token) ? `"${token}"` : token)).join(''))
  new TextRecorder(tokens).record(value)
  return value
}

/** Returns the object that a text contains, read by `parseExactJson`, or null if it contains none. */
export function parseExactObject(text: string): JsonObject | null {
  try {
    const value = parseExactJson(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** Returns JSON text of a value, with the numbers of the text from which `parseExactJson` made it. */
export function exactText(value: JsonValue): string {
  return (typeof value === 'object' && value !== null ? texts.get(value) : undefined) ?? JSON.stringify(value)
}

/** Whether `JSON.stringify` returns other digits than those of a whole number. */
function isRounded(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && digitsOf(token) !== digitsOf(String(Number(token)))
}

/** The digits of a whole number, also if it is written with an exponent. */
function digitsOf(number: string): string {
  return Number.isFinite(Number(number)) ? BigInt(fromExponent(number)).toString() : number
}

function fromExponent(number: string): string {
  const [digits = '', exponent] = number.split('e+')
  if (exponent === undefined) return number
  const [whole = '', fraction = ''] = digits.split('.')
  return whole + fraction.padEnd(Number(exponent), '0')
}

/** Walks through tokens beside the value that they make. */
class TextRecorder {
  readonly #tokens: readonly JsonToken[]
  #next = 0

  constructor(tokens: readonly JsonToken[]) {
    this.#tokens = tokens
  }

  /** Returns whether there is a rounded number within the value. */
  record(value: unknown): boolean {
    const start = this.#next
    const token = this.#take()
    if (token !== '{' && token !== '[') return isRounded(token)
    let found = false
    for (let index = 0; !this.#isClosed(); index++) {
      const key: unknown = token === '{' ? parseJson(this.#take()) : index
      if (token === '{') this.#take()
      found = this.record(memberOf(value, key)) || found
      if (this.#peek() === ',') this.#take()
    }
    this.#take()
    this.#keep(value, found ? this.#tokens.slice(start, this.#next) : [])
    return found
  }

  #keep(value: unknown, tokens: readonly JsonToken[]): void {
    if (typeof value !== 'object' || value === null) return
    const numbers = tokens.filter(({ text }) => isRounded(text))
    // No strict parser reads a number beyond the range of a double: it stays a string.
    if (numbers.length > 0 && numbers.every(({ text }) => Number.isFinite(Number(text))))
      texts.set(value, tokens.map(({ text }) => text).join(''))
    else texts.delete(value)
  }

  #isClosed(): boolean {
    return ['}', ']', ''].includes(this.#peek())
  }

  #peek(): string {
    return this.#tokens[this.#next]?.text ?? ''
  }

  #take(): string {
    const text = this.#peek()
    this.#next += 1
    return text
  }
}

function memberOf(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return typeof key === 'number' ? items[key] : undefined
  }
  return isJsonObject(value) && typeof key === 'string' && Object.hasOwn(value, key) ? value[key] : undefined
}
