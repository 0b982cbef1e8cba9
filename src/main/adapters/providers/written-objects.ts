import { argumentsText } from '../../../shared/call-arguments.ts'
import type { CallArguments } from '../../../shared/content.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

const texts = new WeakMap<JsonObject, string>()

/** Returns the arguments of a call as an object in a request. `WrittenObjects` sends it as the model wrote it. */
export function writtenObject(call: CallArguments): JsonObject {
  if (call.arguments_text === undefined) return call.arguments
  const object = { ...call.arguments }
  texts.set(object, argumentsText(call))
  return object
}

/**
 * Sends objects byte for byte through an SDK that serialises requests itself: a JavaScript object can hold neither an
 * integer beyond 2^53 nor the keys `10` and `2` in that order. One object per request.
 */
export class WrittenObjects {
  readonly #nonce = crypto.randomUUID()
  readonly #texts: string[] = []

  /** Returns the value with a marker in place of every such object. */
  marked(value: JsonObject): JsonObject
  marked(value: JsonValue): JsonValue
  marked(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.marked(item))
    if (!isJsonObject(value)) return value
    const text = texts.get(value)
    if (text !== undefined) return this.#markFor(text)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.marked(item)]))
  }

  /** Returns a fetch that replaces the markers with the texts. */
  fetch(inner: typeof fetch): typeof fetch {
    return async (input, init) => {
      if (this.#texts.length === 0) return inner(input, init)
      if (typeof init?.body !== 'string') throw new TypeError('the SDK made no text of the request')
      return inner(input, { ...init, body: this.#unmarked(init.body) })
    }
  }

  #markFor(text: string): string {
    return `${this.#nonce}:${this.#texts.push(text) - 1}`
  }

  /** The nonce is created for this request, so no other text can contain it. */
  #unmarked(body: string): string {
    const mark = new RegExp(`"${this.#nonce}:(\\d+)"`, 'g')
    return body.replaceAll(mark, (_, index: string) => this.#texts[Number(index)] ?? '{}')
  }
}
