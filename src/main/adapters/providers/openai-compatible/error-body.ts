import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import { field, listField, numberField, parseJson, textField } from '../wire-value.ts'

/** Where servers put their sentence, the most telling first. */
const SENTENCES = [
  'message',
  'detail',
  'msg',
  'error_msg',
  'error_message',
  'error_description',
  'status_msg',
  'reason',
  'title',
  'description',
] as const
/** Objects and lists that hold an error inside a body. */
const WRAPPERS = ['error', 'errors', 'detail', 'base_resp', 'message', 'body', 'data'] as const
const DEEPEST = 5

/**
 * Returns the error of a body in the form of OpenAI's API, with at least a `message`, wherever the server put it: under
 * `error` (an object, a text, or JSON as a text), in `message`, `detail` (FastAPI), `errors`, `base_resp` (MiniMax), or in a
 * list. Null: the value holds no sentence.
 */
export function errorBody(value: unknown, depth = 0): JsonObject | null {
  if (depth > DEEPEST) return null
  if (typeof value === 'string') return textBody(value, depth)
  if (Array.isArray(value)) return listBody(value, depth)
  if (!isJsonObject(value)) return null
  const inner = wrapped(value, depth)
  if (inner !== null) return { ...codesOf(value), ...inner }
  const sentence = SENTENCES.map((key) => textField(value, key)).find((text) => text !== undefined)
  return sentence === undefined ? null : { ...value, message: sentence }
}

/** A text may be JSON, or a sentence with the JSON of the server behind it. */
function textBody(text: string, depth: number): JsonObject | null {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
  const inner = json === undefined ? null : errorBody(json, depth + 1)
  return inner ?? (text.trim() === '' ? null : { message: text.trim() })
}

function listBody(list: readonly unknown[], depth: number): JsonObject | null {
  const bodies = list.map((each) => locatedBody(each, depth)).filter((body) => body !== null)
  const [first] = bodies
  if (first === undefined) return null
  return { ...first, message: bodies.map((body) => textField(body, 'message') ?? '').join('; ') }
}

/** FastAPI names the place of each problem. */
function locatedBody(item: unknown, depth: number): JsonObject | null {
  const body = errorBody(item, depth + 1)
  const place = listField(item, 'loc').join('.')
  if (body === null || place === '') return body
  return { message: `${place}: ${textField(body, 'message') ?? ''}` }
}

/** A sentence of the outer object counts if no inner one was found. */
function wrapped(body: JsonObject, depth: number): JsonObject | null {
  for (const key of WRAPPERS) {
    const value = body[key]
    const isNested = isJsonObject(value) || Array.isArray(value) || (key !== 'message' && typeof value === 'string')
    // `detail` explains a `title` or `message` beside it.
    if (!isNested || (key === 'detail' && textField(body, 'message') !== undefined)) continue
    const inner = errorBody(value, depth + 1)
    if (inner !== null) return inner
  }
  const message = textField(body, 'message')
  const json = message !== undefined && /^\s*[[{]/.test(message) ? errorBody(message, depth + 1) : null
  return json
}

/** Codes and places beside the wrapper, which the inner object may lack. */
function codesOf(body: JsonObject): JsonObject {
  const kept = Object.entries(body).filter(([key, value]) => CODES.has(key) && value !== null && value !== 'error')
  return Object.fromEntries(kept)
}

const CODES: ReadonlySet<string> = new Set(['code', 'type', 'param', 'status_code', 'metadata'])

/**
 * Returns the error in a value that a server sent in place of an answer, or of a part of one; null: it is none. Values
 * with a `type` (events of Responses) are errors only if they have an `error`.
 */
export function errorIn(value: unknown): JsonObject | null {
  if (Array.isArray(value)) return value.length === 1 ? errorIn(value[0]) : null
  if (!isJsonObject(value) || listField(value, 'choices').length > 0) return null
  return isError(value) ? (errorBody(value) ?? { ...value, message: JSON.stringify(value) }) : null
}

function isError(value: JsonObject): boolean {
  const { error, detail, type } = value
  if (error !== undefined && error !== null && error !== false && error !== '') return true
  if (textField(value, 'object') === 'error' || type === 'error') return true
  if (type !== undefined || 'choices' in value || 'usage' in value) return false
  const status = numberField(field(value, 'base_resp'), 'status_code') ?? 0
  const names = ['errors', 'error_msg', 'error_message', 'error_description', 'error_code'].some((key) => key in value)
  if (names || status !== 0 || value['success'] === false || value['status'] === 'error') return true
  return (
    typeof detail === 'string' ||
    Array.isArray(detail) ||
    (textField(value, 'message') !== undefined && !('id' in value))
  )
}
