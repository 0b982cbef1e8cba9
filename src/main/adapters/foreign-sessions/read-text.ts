import { type ParseError, parseTree } from 'jsonc-parser'

import { parseExactJson } from '../../../shared/exact-json.ts'
import { isJsonObject, isNestedTooDeep, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { MAX_LINE_LENGTH } from '../../../shared/log-file.ts'
import { linesOf } from '../../../shared/text-lines.ts'
import type { ForeignFileSource, SourceLine } from '../../core/ports/foreign-ports.ts'

/** Makes a new stream of the same text. */
export type OpenText = () => AsyncIterable<string>

/** Most text that is held at once, UTF-16 units. */
const MAX_TEXT = 400_000_000

const TOO_LARGE = 'It is too large to be read as one: more than 400 million characters.'

/**
 * Reads a text: an array of JSON one element after the other, one JSON value, or lines of JSON. What is no JSON at all
 * is read as lines too, none of which can be parsed.
 */
export async function* readText(name: string, open: OpenText): AsyncGenerator<ForeignFileSource> {
  const form = await formOf(open)
  if (form === 'array') {
    yield* readElements(name, open)
    return
  }
  if (form === 'value') {
    const raw = await whole(open)
    const value = raw === null ? undefined : parsedValue(raw)
    if (raw !== null && value !== undefined) {
      yield { name, document: { form: 'json', value, raw } }
      return
    }
  }
  const lines = await readLines(open(), MAX_TEXT)
  yield typeof lines === 'string' ? { name, problem: lines } : { name, document: { form: 'lines', lines } }
}

async function* readElements(name: string, open: OpenText): AsyncGenerator<ForeignFileSource> {
  let index = 0
  for await (const raw of splitArray(open(), MAX_LINE_LENGTH)) {
    index += 1
    if (raw === null) {
      yield { name, problem: `Item ${index} is longer than ${MAX_LINE_LENGTH.toLocaleString('en-US')} characters.` }
      return
    }
    const value = parsedValue(raw)
    const place = `item ${index}`
    if (value === undefined) yield { name, place, problem: brokenJson(raw) }
    // What is damaged is kept aside with the first conversation of the file, as written.
    const lines = [{ place, raw, json: null }]
    yield { name, document: value === undefined ? { form: 'lines', lines } : { form: 'json', value, raw } }
  }
}

/**
 * `value`: one JSON value, on one line or several. A file of lines whose first is cut is also one until it is parsed.
 */
async function formOf(open: OpenText): Promise<'array' | 'value' | 'lines'> {
  let first: string | null = null
  for await (const line of linesOf(open())) {
    if (line.trim() === '') continue
    if (first === null && line.trimStart().startsWith('[')) return 'array'
    if (first !== null) return 'lines'
    if (parsedLine(line) === null) return 'value'
    first = line
  }
  return 'value'
}

/** Null: it is too large. */
async function whole(open: OpenText): Promise<string | null> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of open()) {
    pieces.push(piece)
    length += piece.length
    if (length > MAX_TEXT) return null
  }
  return pieces.join('').replace(/^\uFEFF/, '')
}

/** Lines without text are no records. A text: why they cannot be read; `limit`: the longest text. */
export async function readLines(pieces: AsyncIterable<string>, limit: number): Promise<readonly SourceLine[] | string> {
  const lines: SourceLine[] = []
  let number = 0
  let length = 0
  for await (const raw of linesOf(pieces)) {
    number += 1
    length += raw.length
    if (raw.length > MAX_LINE_LENGTH)
      return `Line ${number} is longer than ${MAX_LINE_LENGTH.toLocaleString('en-US')} characters.`
    if (length > limit) return TOO_LARGE
    if (raw.trim() !== '') lines.push({ place: `line ${number}`, raw, json: parsedLine(raw) })
  }
  return lines
}

function parsedLine(raw: string): JsonObject | null {
  try {
    const value = parseExactJson(raw)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** May be nested to any depth: messages of some exports are nested in each other. Undefined: no JSON. */
function parsedValue(raw: string): JsonValue | undefined {
  try {
    const value: unknown = isNestedTooDeep(raw) ? JSON.parse(raw) : parseExactJson(raw)
    return isJsonValue(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Says from where on a text is no JSON. */
function brokenJson(raw: string): string {
  const text = raw.trimStart()
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const [first] = errors
  if (first === undefined) return 'It is not valid JSON.'
  return `It is not valid JSON from its character ${(first.offset + 1).toLocaleString('en-US')} on.`
}

/** A type guard only: `JSON.parse` makes nothing else. */
function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined
}

/**
 * Yields the texts of the elements of a JSON array that arrives in pieces, without holding all of it. The last one may
 * be cut. Yields null once and ends if an element is longer than `maxLength` UTF-16 units. Text before the array's `[`
 * is skipped.
 */
async function* splitArray(
  pieces: AsyncIterable<string> | Iterable<string>,
  maxLength: number,
): AsyncGenerator<string | null> {
  let depth = 0
  let inString = false
  let escaped = false
  let element: string[] = []
  let length = 0
  for await (const piece of pieces) {
    let start = depth === 0 ? piece.length : 0
    for (let at = 0; at < piece.length; at++) {
      const unit = piece[at]
      if (inString) {
        if (escaped) escaped = false
        else if (unit === '\\') escaped = true
        else if (unit === '"') inString = false
        continue
      }
      if (unit === '"') inString = true
      else if (unit === '{' || unit === '[') {
        depth += 1
        if (depth === 1) start = at + 1
      } else if (unit === '}' || unit === ']' || (unit === ',' && depth === 1)) {
        if (unit !== ',') depth -= 1
        if (depth > 1 || (depth === 1 && unit !== ',')) continue
        element.push(piece.slice(start, at))
        const whole = element.join('')
        if (whole.trim() !== '') yield whole
        element = []
        length = 0
        if (depth === 0) return
        start = at + 1
      }
    }
    element.push(piece.slice(start))
    length += piece.length - start
    if (length <= maxLength) continue
    yield null
    return
  }
  const cut = element.join('')
  if (cut.trim() !== '') yield cut
}
