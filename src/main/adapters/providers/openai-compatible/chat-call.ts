import { isJsonObject } from '../../../../shared/json.ts'
import type { ProviderEvent } from '../../../core/ports.ts'
import { field, numberField, textField } from '../wire-value.ts'

export interface ChatCallContext {
  readonly newIndex: () => number
  readonly newToolCallId: () => string
}

/** One tool call as its pieces come. It is shown when its name is known. */
class ChatCall {
  readonly id: string
  readonly position: number | undefined
  readonly providerId: string | undefined
  #index = -1
  #name = ''
  #waiting = ''
  #hasArguments = false
  readonly #newIndex: () => number

  constructor(piece: unknown, context: ChatCallContext) {
    this.id = context.newToolCallId()
    this.position = numberField(piece, 'index')
    this.providerId = textField(piece, 'id')
    this.#newIndex = context.newIndex
  }

  add(piece: unknown, out: ProviderEvent[]): void {
    const called = field(piece, 'function')
    if (this.#index < 0) {
      this.#name = textField(called, 'name') ?? ''
      if (this.#name !== '') this.#begin(out)
    }
    this.#addArguments(argumentsText(called), out)
  }

  close(out: ProviderEvent[]): void {
    if (this.#index < 0) this.#begin(out)
    if (!this.#hasArguments) this.#addArguments('{}', out)
    out.push({ type: 'tool_call_done', blockIndex: this.#index, id: this.id })
  }

  #begin(out: ProviderEvent[]): void {
    this.#index = this.#newIndex()
    const blockIndex = this.#index
    out.push({ type: 'tool_call_start', blockIndex, id: this.id, name: this.#name })
    const { providerId } = this
    if (providerId !== undefined)
      out.push({ type: 'block_data', blockIndex, blockType: 'tool_call', providerData: {}, providerId })
    this.#addArguments(this.#waiting, out)
  }

  #addArguments(text: string, out: ProviderEvent[]): void {
    if (text === '') return
    if (this.#index < 0) {
      this.#waiting += text
      return
    }
    this.#hasArguments = true
    out.push({ type: 'tool_call_delta', blockIndex: this.#index, id: this.id, jsonFragment: text })
  }
}

/** A piece of the JSON text; some servers send it parsed, or null for none. */
function argumentsText(called: unknown): string {
  const value = field(called, 'arguments')
  if (typeof value === 'string') return value
  return isJsonObject(value) ? JSON.stringify(value) : ''
}

/** The tool calls of one answer. Which of them a piece belongs to is told by position, id or order, as the server likes. */
export class ChatCalls {
  readonly #calls: ChatCall[] = []
  readonly #context: ChatCallContext

  constructor(context: ChatCallContext) {
    this.#context = context
  }

  get any(): boolean {
    return this.#calls.length > 0
  }

  add(piece: unknown, out: ProviderEvent[]): void {
    this.#callOf(piece).add(piece, out)
  }

  close(out: ProviderEvent[]): void {
    for (const call of this.#calls) call.close(out)
  }

  #callOf(piece: unknown): ChatCall {
    const position = numberField(piece, 'index')
    const id = textField(piece, 'id')
    const hasName = textField(field(piece, 'function'), 'name') !== undefined
    const known = this.#calls.findLast((call) => {
      if (position !== undefined && call.position !== undefined) {
        // Some servers give every call of a batch the position 0.
        return call.position === position && !(hasName && id !== undefined && id !== call.providerId)
      }
      return id === undefined ? !hasName : id === call.providerId
    })
    if (known !== undefined) return known
    const added = new ChatCall(piece, this.#context)
    this.#calls.push(added)
    return added
  }
}
