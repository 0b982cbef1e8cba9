import { isJsonObject, isNestedTooDeep, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'
import { usableAnswer } from './usable-answer.ts'
import { defined } from '../../../../../shared/defined.ts'

/** Requests without an answer that are remembered. */
const MAX_REQUESTS = 1_000
const INTERNAL_ERROR = -32_603

type LeftOut = (method: string, notes: readonly string[]) => void

/**
 * Reads what a server sends, before the SDK does. The SDK drops a message that breaks the protocol anywhere, so that its
 * request would wait for the time limit, and judges a list or a result as a whole.
 */
export class AnswerReader {
  readonly #methods = new Map<number | string, string>()
  readonly #onLeftOut: LeftOut
  /** Replaces the secrets of the server's settings. */
  readonly hide: (text: string) => string

  /** `onLeftOut` is called with what cannot be used of each answer; with none too. `hide`: as the field. */
  constructor(onLeftOut: LeftOut, hide: (text: string) => string = (text) => text) {
    this.#onLeftOut = onLeftOut
    this.hide = hide
  }

  /** Remembers requests, so that their answers can be read. `message`: one message, or a list of them. */
  sent(message: unknown): void {
    if (Array.isArray(message)) message.forEach((each: unknown) => this.sent(each))
    if (!isJsonObject(message)) return
    const { id, method } = message
    if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return
    this.#methods.set(id, method)
    const [oldest] = this.#methods.keys()
    if (this.#methods.size > MAX_REQUESTS && oldest !== undefined) this.#methods.delete(oldest)
  }

  /**
   * Returns the text of a message, or of a list of messages, as the SDK accepts it. Other texts stay as they are.
   * `request`: id of the only request that an error without an id can be about; missing: of the only open one.
   */
  read(received: string, request: number | string | null = this.#onlyOne()): string {
    const text = this.hide(received)
    if (isNestedTooDeep(text)) return text
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return text
    }
    if (Array.isArray(value)) {
      const messages = value.map((each: unknown) => (isJsonObject(each) ? this.#message(each, request) : each))
      return JSON.stringify(messages)
    }
    if (!isJsonObject(value) || 'method' in value || !('id' in value || 'error' in value)) return text
    return JSON.stringify(this.#message(value, request))
  }

  #onlyOne(): number | string | null {
    const [id = null] = this.#methods.size === 1 ? this.#methods.keys() : []
    return id
  }

  #message(message: JsonObject, request: number | string | null): JsonObject {
    const isUnnamed = (message['id'] === undefined || message['id'] === null) && 'error' in message
    const id = isUnnamed ? request : this.#requestOf(message['id'])
    if (id === null || 'method' in message) return message
    const method = this.#methods.get(id) ?? ''
    this.#methods.delete(id)
    const { error, result } = message
    if (error !== undefined && error !== null) return { jsonrpc: '2.0', id, error: usableError(error) }
    if (!isJsonObject(result)) {
      const sent =
        result === undefined ? 'without a result' : `with ${JSON.stringify(result).slice(0, 100)} as its result`
      return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: `it answered ${sent}` } }
    }
    const { value, leftOut } = usableAnswer(method, result)
    this.#onLeftOut(method, leftOut)
    return { jsonrpc: '2.0', id, result: value }
  }

  /** Some servers send the id of a request back as a text. Null: it answers no request. */
  #requestOf(id: JsonValue | undefined): number | string | null {
    if (typeof id !== 'number' && typeof id !== 'string') return null
    if (this.#methods.has(id)) return id
    const other = typeof id === 'string' ? Number(id) : String(id)
    return this.#methods.has(other) ? other : id
  }
}

function usableError(error: JsonValue): JsonObject {
  if (!isJsonObject(error))
    return { code: INTERNAL_ERROR, message: typeof error === 'string' ? error : JSON.stringify(error) }
  const { code, message, data } = error
  return {
    code: typeof code === 'number' && Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : JSON.stringify(message ?? error),
    ...defined({ data }),
  }
}
