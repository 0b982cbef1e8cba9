import type { JsonObject, JsonValue } from './json.ts'

/** Why a text is no JSON object with one certain meaning. */
export interface JsonProblem {
  /** Position in UTF-16 units. */
  readonly at: number
  /** What is wrong there, as the rest of a sentence. */
  readonly reason: string
}

export type LenientJson =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: JsonProblem }

/** Deepest nesting that is read. */
const MAX_DEPTH = 200
/** How often an object may be coded as a text again. */
const MAX_CODED = 3

/**
 * Reads a JSON object from what a model wrote instead of one, if only one meaning is possible: in a code fence, coded as
 * a text again, with an empty object before it, or twice; with raw control characters in texts, commas at an end, keys
 * without quotes, texts in single quotes that can end at one place only, and the literals of Python. Anything that can
 * mean two things, or may have been cut, is a problem. Never throws.
 */
export function readLenient(text: string, coded = 0): LenientJson {
  const begin = fenceBegin(text)
  try {
    const reader = new Reader(text, begin, fenceEnd(text, begin))
    const values = reader.all()
    const [first, ...others] = values.filter(({ value }) => !isEmptyObject(value) || values.length === 1)
    if (first === undefined) return { ok: true, value: {} }
    const other = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first.value))
    if (other !== undefined)
      return failed(other.at, 'another value begins, and it is not the same as the one before it')
    const { value } = first
    if (typeof value === 'string' && coded < MAX_CODED) return readLenient(value, coded + 1)
    if (isObject(value)) return { ok: true, value }
    return failed(first.at, `a JSON object is expected, not ${kindOf(value)}`)
  } catch (error) {
    if (error instanceof Unreadable) return failed(error.at, error.message)
    throw error
  }
}

/** Describes a problem with its place: `line 1, column 12: …`. */
export function problemText(text: string, { at, reason }: JsonProblem): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const near = text.slice(at, at + NEAR).toWellFormed()
  const where = near === '' ? 'at its end' : `at ${JSON.stringify(near)}`
  return `line ${line}, column ${at - before.lastIndexOf('\n')}, ${where}: ${reason}`
}

const NEAR = 20

function failed(at: number, reason: string): LenientJson {
  return { ok: false, problem: { at, reason } }
}

class Unreadable extends Error {
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

/** The position behind the first line of a code fence around the whole text; 0: there is none. */
function fenceBegin(text: string): number {
  return /^\s*```[\w-]*[ \t]*\r?\n?/.exec(text)?.[0].length ?? 0
}

function fenceEnd(text: string, begin: number): number {
  if (begin === 0) return text.length
  const trimmed = text.trimEnd()
  return trimmed.endsWith('```') && trimmed.length - 3 >= begin ? trimmed.length - 3 : text.length
}

const LITERALS: Readonly<Record<string, JsonValue>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
}
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /[A-Za-z_$][\w$]*/y
const SPACE = /[\s\ufeff]*/y
const ENDS_TEXT = /\s*(?:[,}\]:]|$)/y

class Reader {
  readonly #text: string
  readonly #end: number
  #at: number

  constructor(text: string, begin: number, end: number) {
    this.#text = text.slice(0, end)
    this.#end = end
    this.#at = begin
  }

  /** All values, one behind the other. */
  all(): readonly { readonly value: JsonValue; readonly at: number }[] {
    const values: { readonly value: JsonValue; readonly at: number }[] = []
    this.#space()
    while (this.#at < this.#end) {
      const at = this.#at
      values.push({ value: this.#value(0), at })
      this.#space()
    }
    return values
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) this.#fail('it is nested too deeply')
    this.#space()
    const first = this.#text.charAt(this.#at)
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#array(depth)
    if (first === '"' || first === "'") return this.#string(first)
    const number = this.#match(NUMBER)
    if (number !== null) {
      const value = Number(number)
      return Number.isFinite(value) ? value : this.#fail('the number is too large')
    }
    const at = this.#at
    const word = this.#match(WORD)
    const literal = word === null || !Object.hasOwn(LITERALS, word) ? undefined : LITERALS[word]
    if (literal !== undefined) return literal
    this.#at = at
    return this.#fail(at === this.#end ? CUT : 'no value begins like this')
  }

  #object(depth: number): JsonObject {
    const entries = new Map<string, JsonValue>()
    this.#at += 1
    for (;;) {
      this.#space()
      if (this.#skip('}')) return Object.fromEntries(entries)
      const at = this.#at
      const key = this.#key()
      this.#space()
      if (!this.#skip(':')) this.#fail(this.#at === this.#end ? CUT : 'a colon is expected after the key')
      const value = this.#value(depth + 1)
      const earlier = entries.get(key)
      if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(value)) {
        throw new Unreadable(at, `the key ${JSON.stringify(key)} is there twice, with different values`)
      }
      entries.set(key, value)
      this.#space()
      if (this.#skip(',')) continue
      if (!this.#text.startsWith('}', this.#at)) this.#fail(this.#at === this.#end ? CUT : 'a comma or } is expected')
    }
  }

  #array(depth: number): JsonValue[] {
    const items: JsonValue[] = []
    this.#at += 1
    for (;;) {
      this.#space()
      if (this.#skip(']')) return items
      items.push(this.#value(depth + 1))
      this.#space()
      if (this.#skip(',')) continue
      if (!this.#text.startsWith(']', this.#at)) this.#fail(this.#at === this.#end ? CUT : 'a comma or ] is expected')
    }
  }

  #key(): string {
    const first = this.#text.charAt(this.#at)
    if (first === '"' || first === "'") return this.#string(first)
    return this.#match(WORD) ?? this.#fail(this.#at === this.#end ? CUT : 'a key is expected')
  }

  /** Unknown escapes keep their backslash, unless another one shows that escapes were meant. */
  #string(quote: string): string {
    const begin = this.#at
    let value = ''
    let escaped = false
    let unknown: number | null = null
    for (this.#at += 1; this.#at < this.#end;) {
      const character = this.#text.charAt(this.#at)
      if (character === quote) {
        this.#at += 1
        if (quote === "'" && !this.#isEndOfText()) {
          throw new Unreadable(this.#at - 1, 'a text in single quotes may end here or go on; use double quotes')
        }
        if (unknown !== null && escaped) {
          throw new Unreadable(unknown, 'this escape does not exist in JSON; write \\\\ for each backslash')
        }
        return value
      }
      if (character !== '\\') {
        value += character
        this.#at += 1
        continue
      }
      const next = this.#text.charAt(this.#at + 1)
      const code = next === 'u' ? /^[\da-fA-F]{4}/.exec(this.#text.slice(this.#at + 2, this.#at + 6))?.[0] : undefined
      const meant = next === quote ? quote : ESCAPES[next]
      if (code !== undefined) value += String.fromCharCode(Number.parseInt(code, 16))
      else if (meant !== undefined) value += meant
      else {
        unknown ??= this.#at
        value += `\\${next}`
      }
      escaped ||= code !== undefined || (meant !== undefined && /[a-z]/.test(next))
      this.#at += code === undefined ? 2 : 6
    }
    throw new Unreadable(begin, 'the text that begins here does not end')
  }

  #isEndOfText(): boolean {
    ENDS_TEXT.lastIndex = this.#at
    return ENDS_TEXT.test(this.#text)
  }

  #space(): void {
    this.#match(SPACE)
  }

  #skip(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false
    this.#at += mark.length
    return true
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) return null
    this.#at += found.length
    return found
  }

  #fail(reason: string): never {
    throw new Unreadable(this.#at, reason)
  }
}

const CUT = 'it ends in the middle'

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmptyObject(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'null' : `a ${typeof value}`
}
