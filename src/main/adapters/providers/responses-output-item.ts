import type { JsonObject } from '../../../shared/json.ts'
import type { ProviderEvent } from '../../core/ports/provider-ports.ts'
import { openaiCitations } from './citations.ts'
import { listField, textField } from './wire-value.ts'

export interface ResponsesItemContext {
  readonly newIndex: () => number
  readonly newToolCallId: () => string
  readonly runsCustomTools: boolean
}

type ItemKind = 'text' | 'thinking' | 'tool_call' | 'opaque'

const KIND_OF_TYPE: Readonly<Record<string, ItemKind>> = {
  message: 'text',
  reasoning: 'thinking',
  function_call: 'tool_call',
  custom_tool_call: 'tool_call',
}

/** One item of a response's output, which becomes one content block. The block starts with its first content. */
export class ResponsesOutputItem {
  /** The model declined and gave a reason as text. */
  refused = false
  readonly #kind: ItemKind
  readonly #custom: boolean
  readonly #added: JsonObject
  readonly #context: ResponsesItemContext
  readonly #callId: string
  #index = -1
  #open = true
  /** The emitted text of each part. */
  readonly #parts: { content: string[]; summary: string[] } = { content: [], summary: [] }
  #argumentsText = ''

  constructor(added: JsonObject, context: ResponsesItemContext) {
    this.#added = added
    this.#context = context
    this.#custom = added['type'] === 'custom_tool_call'
    const isServers = this.#custom && context.runsCustomTools
    this.#kind = isServers ? 'opaque' : (KIND_OF_TYPE[textField(added, 'type') ?? ''] ?? 'opaque')
    this.#callId = this.#kind === 'tool_call' ? context.newToolCallId() : ''
  }

  /** The announced id; undefined for an item that was never announced. */
  get id(): string | undefined {
    return textField(this.#added, 'id')
  }

  get isCall(): boolean {
    return this.#kind === 'tool_call'
  }

  begin(out: ProviderEvent[]): void {
    if (this.#kind !== 'tool_call') return
    const name = textField(this.#added, 'name') ?? ''
    out.push({ type: 'tool_call_start', blockIndex: this.#blockIndex(), id: this.#callId, name })
    const providerId = textField(this.#added, 'call_id')
    if (providerId === undefined) return
    out.push({ type: 'block_data', blockIndex: this.#index, blockType: 'tool_call', providerData: {}, providerId })
  }

  appendPart(list: 'content' | 'summary', part: number | undefined, text: unknown, out: ProviderEvent[]): void {
    if (typeof text !== 'string' || text === '') return
    if (this.#kind !== 'text' && this.#kind !== 'thinking') return
    const index = part ?? 0
    const parts = this.#parts[list]
    const shown = parts[index]
    const blockIndex = this.#blockIndex()
    if (this.#kind === 'thinking') {
      const isNewParagraph = shown === undefined && (parts.length > 0 || this.#parts.summary.length > 0)
      if (isNewParagraph) out.push({ type: 'thinking_delta', blockIndex, text: '\n\n' })
      out.push({ type: 'thinking_delta', blockIndex, text })
    } else out.push({ type: 'text_delta', blockIndex, text })
    parts[index] = shown === undefined ? text : shown + text
  }

  appendRefusal(part: number | undefined, text: unknown, out: ProviderEvent[]): void {
    this.refused = true
    this.appendPart('content', part, text, out)
  }

  /**
   * Completes a part with its final text. Text that was missing from the deltas is emitted now, so that they add up to
   * it.
   */
  finishPart(list: 'content' | 'summary', part: number | undefined, whole: unknown, out: ProviderEvent[]): void {
    const shown = this.#parts[list][part ?? 0] ?? ''
    if (typeof whole !== 'string' || whole.length <= shown.length || !whole.startsWith(shown)) return
    this.appendPart(list, part, whole.slice(shown.length), out)
  }

  appendArguments(text: unknown, out: ProviderEvent[]): void {
    if (this.#kind !== 'tool_call' || !this.#open || typeof text !== 'string' || text === '') return
    const isFirst = this.#argumentsText === ''
    this.#argumentsText += text
    // A custom tool takes plain text; as the arguments of a call it becomes `{"input": …}`.
    const jsonFragment = this.#custom ? `${isFirst ? '{"input":"' : ''}${JSON.stringify(text).slice(1, -1)}` : text
    out.push({ type: 'tool_call_delta', blockIndex: this.#blockIndex(), id: this.#callId, jsonFragment })
  }

  finishArguments(whole: unknown, out: ProviderEvent[]): void {
    if (typeof whole !== 'string' || !whole.startsWith(this.#argumentsText)) return
    this.appendArguments(whole.slice(this.#argumentsText.length), out)
  }

  /** Handles `output_item.done`: emits missing text, the end of a call, and the data for a replay. */
  finish(item: JsonObject, reasoningId: string | undefined, out: ProviderEvent[]): void {
    if (!this.#open) return
    this.#finishTexts(item, out)
    this.close(out)
    const providerData = this.#replayData(item, reasoningId)
    const blockType = this.#kind === 'opaque' ? 'text' : this.#kind
    if (this.#kind === 'text' && this.#index < 0) return
    if (this.#kind === 'text') this.#pushCitations(item, out)
    out.push({ type: 'block_data', blockIndex: this.#blockIndex(), blockType, providerData })
  }

  #pushCitations(item: JsonObject, out: ProviderEvent[]): void {
    let offset = 0
    const citations = listField(item, 'content').flatMap((part, index) => {
      const text = this.#parts.content[index] ?? ''
      const found = openaiCitations(listField(part, 'annotations'), text, offset)
      offset += text.length
      return found
    })
    if (citations.length > 0) out.push({ type: 'citations', blockIndex: this.#blockIndex(), citations })
  }

  /** Ends a call, even if its `output_item.done` never arrived. */
  close(out: ProviderEvent[]): void {
    if (!this.#open) return
    this.#open = false
    if (this.#kind !== 'tool_call') return
    const blockIndex = this.#blockIndex()
    if (this.#argumentsText === '') {
      const jsonFragment = this.#custom ? '{"input":""}' : '{}'
      out.push({ type: 'tool_call_delta', blockIndex, id: this.#callId, jsonFragment })
    } else if (this.#custom) out.push({ type: 'tool_call_delta', blockIndex, id: this.#callId, jsonFragment: '"}' })
    out.push({ type: 'tool_call_done', blockIndex, id: this.#callId })
  }

  #finishTexts(item: JsonObject, out: ProviderEvent[]): void {
    this.finishArguments(textField(item, this.#custom ? 'input' : 'arguments'), out)
    if (this.#kind !== 'text' && this.#kind !== 'thinking') return
    for (const [index, part] of listField(item, 'summary').entries())
      this.finishPart('summary', index, textField(part, 'text'), out)
    for (const [index, part] of listField(item, 'content').entries()) {
      const refusal = textField(part, 'refusal')
      if (refusal !== undefined) this.refused = true
      this.finishPart('content', index, refusal ?? textField(part, 'text'), out)
    }
  }

  /** responses-input.ts describes the forms. */
  #replayData(item: JsonObject, reasoningId: string | undefined): JsonObject {
    const afterReasoning = reasoningId === undefined ? {} : { reasoning_id: reasoningId }
    switch (this.#kind) {
      case 'text':
        return { ...pick(item, ['id', 'phase']), ...afterReasoning, ...(this.refused ? { refusal: true } : {}) }
      case 'thinking':
        return pick(item, [
          'id',
          'summary',
          'encrypted_content',
          ...(listField(item, 'content').length > 0 ? ['content'] : []),
        ])
      case 'tool_call':
        return { ...pick(item, ['id']), ...afterReasoning, ...(this.#custom ? { custom: true } : {}) }
      case 'opaque':
        return { item, ...afterReasoning }
    }
  }

  #blockIndex(): number {
    if (this.#index < 0) this.#index = this.#context.newIndex()
    return this.#index
  }
}

function pick(item: JsonObject, keys: readonly string[]): JsonObject {
  const picked = keys.map((key) => [key, item[key] ?? null] as const).filter(([, value]) => value !== null)
  return Object.fromEntries(picked)
}
