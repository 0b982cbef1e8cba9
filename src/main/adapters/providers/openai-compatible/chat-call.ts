import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { argumentsText as textOf, field, numberField, parseJson, textField } from '../wire-value.ts'
import { defined } from '../../../../shared/defined.ts'

export interface ChatCallContext {
  readonly newIndex: () => number
  readonly newToolCallId: () => string
}

/** Where gateways to Gemini put the signature of the thinking before a call: Google itself, LiteLLM, and flat forms. */
const SIGNED_FIELDS = ['extra_content', 'provider_specific_fields', 'thought_signature', 'thoughtSignature'] as const

/** Returns the fields of a call, or of its function, that must come back unchanged. */
export function signedFields(value: unknown): JsonObject {
  const found = SIGNED_FIELDS.flatMap((name) => {
    const held = isJsonObject(value) ? value[name] : undefined
    return isJsonObject(held) || (typeof held === 'string' && held !== '') ? [[name, held] as const] : []
  })
  return Object.fromEntries(found)
}

/** One tool call, assembled from pieces. It is emitted once its name is known. */
class ChatCall {
  readonly id: string
  /** The position that the server gives, otherwise the order of the calls. */
  readonly position: number
  providerId: string | undefined
  name: string | undefined
  #index = -1
  #arguments = ''
  readonly #depth = new JsonDepth()
  /** `signedFields` of the call, and under `function` those of its function. */
  #extra: JsonObject = {}
  readonly #newIndex: () => number

  constructor(position: number, context: ChatCallContext) {
    this.id = context.newToolCallId()
    this.position = position
    this.#newIndex = context.newIndex
  }

  /** True if the arguments are complete JSON, so that no more can follow. */
  get isWhole(): boolean {
    return this.#depth.isClosed && parseJson(this.#arguments) !== undefined
  }

  add(piece: unknown, out: ProviderEvent[]): void {
    const called = field(piece, 'function')
    const hadId = this.providerId !== undefined
    this.providerId ??= textField(piece, 'id')
    this.name ??= textField(called, 'name')
    if (this.#index < 0 && this.name !== undefined) this.#begin(out)
    else if (this.#index >= 0 && !hadId) this.#pushData(out)
    const inFunction = signedFields(called)
    const extra = {
      ...signedFields(piece),
      ...defined({ function: Object.keys(inFunction).length > 0 ? inFunction : undefined }),
    }
    if (Object.keys(extra).length > 0) {
      this.#extra = { ...this.#extra, ...extra }
      if (this.#index >= 0) this.#pushData(out)
    }
    this.#addArguments(argumentsText(called), out)
  }

  close(out: ProviderEvent[]): void {
    if (this.#index < 0) this.#begin(out)
    if (this.#arguments === '') this.#addArguments('{}', out)
    out.push({ type: 'tool_call_done', blockIndex: this.#index, id: this.id })
  }

  #begin(out: ProviderEvent[]): void {
    this.#index = this.#newIndex()
    out.push({ type: 'tool_call_start', blockIndex: this.#index, id: this.id, name: this.name ?? '' })
    this.#pushData(out)
    this.#pushArguments(this.#arguments, out)
  }

  #pushData(out: ProviderEvent[]): void {
    const { providerId } = this
    if (providerId === undefined && Object.keys(this.#extra).length === 0) return
    out.push({
      type: 'block_data',
      blockIndex: this.#index,
      blockType: 'tool_call',
      providerData: this.#extra,
      ...defined({ providerId }),
    })
  }

  #addArguments(text: string, out: ProviderEvent[]): void {
    this.#arguments += text
    this.#depth.add(text)
    if (this.#index >= 0) this.#pushArguments(text, out)
  }

  #pushArguments(jsonFragment: string, out: ProviderEvent[]): void {
    if (jsonFragment === '') return
    out.push({ type: 'tool_call_delta', blockIndex: this.#index, id: this.id, jsonFragment })
  }
}

/**
 * Follows the brackets of a JSON text that arrives in pieces, so that the text is parsed only where it can be complete,
 * not again with every piece.
 */
class JsonDepth {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #opened = false

  /** True if all brackets are closed again. */
  get isClosed(): boolean {
    return this.#opened && this.#depth === 0
  }

  add(text: string): void {
    for (const character of text) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInString && character === '\\') this.#isEscaped = true
      else if (character === '"') this.#isInString = !this.#isInString
      else if (!this.#isInString) this.#bracket(character)
    }
  }

  #bracket(character: string): void {
    if (character === '{' || character === '[') {
      this.#depth += 1
      this.#opened = true
    } else if (character === '}' || character === ']') this.#depth -= 1
  }
}

/** Returns a piece of the JSON text; some servers send it parsed, or null for none. */
function argumentsText(called: unknown): string {
  const value = field(called, 'arguments')
  if (typeof value === 'string') return value
  return isJsonObject(value) ? textOf(value) : ''
}

/** The tool calls of one response. A piece is assigned to a call by position, id or order, depending on the server. */
export class ChatCalls {
  readonly #calls: ChatCall[] = []
  readonly #context: ChatCallContext

  constructor(context: ChatCallContext) {
    this.#context = context
  }

  get any(): boolean {
    return this.#calls.length > 0
  }

  countOf(name: string): number {
    return this.#calls.filter((call) => call.name === name).length
  }

  /** Adds the pieces of one chunk. */
  add(pieces: readonly unknown[], out: ProviderEvent[]): void {
    for (const [place, piece] of pieces.entries()) {
      const known = this.#knownCall(piece, pieces.length > 1 ? place : undefined)
      if (known !== undefined || isNews(piece)) (known ?? this.#newCall(piece)).add(piece, out)
    }
  }

  close(out: ProviderEvent[]): void {
    for (const call of this.#calls) call.close(out)
  }

  #newCall(piece: unknown): ChatCall {
    const call = new ChatCall(numberField(piece, 'index') ?? this.#calls.length, this.#context)
    this.#calls.push(call)
    return call
  }

  #knownCall(piece: unknown, place: number | undefined): ChatCall | undefined {
    const position = numberField(piece, 'index')
    const id = textField(piece, 'id')
    const isNamed = textField(field(piece, 'function'), 'name') !== undefined
    const inOrder = place === undefined ? this.#calls.at(-1) : this.#calls[place]
    if (position !== undefined) {
      const there = this.#calls.findLast((call) => call.position === position && !isAnother(piece, call))
      return there ?? (id === undefined && !isNamed ? inOrder : undefined)
    }
    if (id !== undefined) return this.#calls.findLast((call) => call.providerId === id)
    return isNamed ? undefined : inOrder
  }
}

/**
 * Returns whether the piece has content. Some servers send the fields of a call in every chunk; without a name, an id
 * and arguments it is not a call.
 */
function isNews(piece: unknown): boolean {
  const called = field(piece, 'function')
  const args = argumentsText(called).trim()
  return (textField(piece, 'id') ?? textField(called, 'name')) !== undefined || (args !== '' && args !== '{}')
}

/** Some servers give every call of a batch the position 0: a piece with another id or name starts another call. */
function isAnother(piece: unknown, call: ChatCall): boolean {
  const called = field(piece, 'function')
  const name = textField(called, 'name')
  if (name === undefined || call.name === undefined) return false
  const id = textField(piece, 'id')
  if (id !== undefined && call.providerId !== undefined) return id !== call.providerId
  return name !== call.name || (call.isWhole && argumentsText(called) !== '')
}
