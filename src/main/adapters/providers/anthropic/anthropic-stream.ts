import { isJsonObject } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { CacheDiagnosis } from '../../../../shared/cache-miss.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { malformedStream } from '../provider-error.ts'
import type { StreamMapper } from '../run-stream.ts'
import { argumentsText, field, listField, parseJson, textField } from '../wire-value.ts'
import { citationEvents } from './anthropic-citations.ts'
import { anthropicDiagnosis } from '../cache-diagnosis.ts'
import { anthropicErrorBody } from './anthropic-errors.ts'
import {
  type AnthropicDelta,
  type AnthropicEvent,
  FINISH_REASONS,
  newBlock,
  type StreamBlock,
} from './anthropic-event.ts'
import { AnthropicUsage } from './anthropic-usage.ts'
import { defined } from '../../../../shared/defined.ts'

/** Converts a Messages stream to normalized events (docs/behaviour/providers.md#stream-events). */
export class AnthropicStream implements StreamMapper<AnthropicEvent> {
  ended = false
  #model: string
  #started = false
  #responseId: string | undefined
  #stopReason: string | null = null
  #diagnosis: CacheDiagnosis | undefined
  readonly #usage = new AnthropicUsage()
  readonly #blocks = new Map<number, StreamBlock>()
  #nextIndex = 0
  readonly #newToolCallId: () => string

  constructor(requestedModel: string, newToolCallId: () => string) {
    this.#model = requestedModel
    this.#newToolCallId = newToolCallId
  }

  push(event: AnthropicEvent, out: ProviderEvent[]): void {
    if (this.ended) return
    switch (event.type) {
      case 'content_block_delta':
        this.#delta(event, out)
        break
      case 'message_start':
        this.#messageStart(event, out)
        break
      case 'content_block_start':
        this.#blockStart(event, out)
        break
      case 'content_block_stop':
        this.#closeBlock(this.#blocks.get(event.index ?? 0), out)
        break
      case 'message_delta':
        this.#stopReason = event.delta?.stop_reason ?? this.#stopReason
        this.#usage.merge(event.usage)
        break
      case 'message_stop':
        this.#done(out)
        break
      case 'error':
        this.ended = true
        out.push({ type: 'error', error: anthropicErrorBody(event) })
        break
      default: // New event types may be added at any time.
    }
  }

  /** Does nothing: only `message_stop` marks a complete response. */
  finish(): void {}

  #messageStart(event: AnthropicEvent, out: ProviderEvent[]): void {
    const responseId = textField(event.message, 'id')
    // Some gateways repeat it, which is harmless while there is no content.
    if (this.#started && this.#blocks.size === 0 && responseId === this.#responseId) return
    if (this.#started) {
      this.ended = true
      out.push({
        type: 'error',
        error: malformedStream('anthropic', 'a second answer began in the middle of the first'),
      })
      return
    }
    this.#model = textField(event.message, 'model') ?? this.#model
    this.#responseId = responseId
    this.#stopReason = textField(event.message, 'stop_reason') ?? null
    this.#usage.merge(field(event.message, 'usage'))
    this.#diagnosis = anthropicDiagnosis(field(event.message, 'diagnostics'))
    this.#start(out)
    for (const [index, block] of listField(event.message, 'content').entries()) this.#wholeBlock(index, block, out)
  }

  /**
   * Emits a block that is already complete when it arrives: results and calls of server code that continued while it
   * waited for one of our tools.
   */
  #wholeBlock(index: number, content_block: unknown, out: ProviderEvent[]): void {
    this.#blockStart({ index, content_block }, out)
    this.#closeBlock(this.#blocks.get(index), out)
  }

  #start(out: ProviderEvent[]): void {
    this.#started = true
    const responseId = this.#responseId
    const usage = this.#usage.total
    out.push({
      type: 'start',
      model: this.#model,
      ...defined({ responseId, usage: usage ?? undefined }),
    })
  }

  #blockStart(event: AnthropicEvent, out: ProviderEvent[]): void {
    if (!this.#started) this.#start(out)
    this.#closeBlock(this.#blocks.get(event.index ?? 0), out)
    const start = isJsonObject(event.content_block) ? event.content_block : {}
    const block = newBlock(start, this.#newToolCallId)
    this.#blocks.set(event.index ?? 0, block)
    switch (block.kind) {
      case 'text':
        this.#text(block, textField(start, 'text'), out)
        break
      case 'thinking':
        this.#text(block, textField(start, 'thinking'), out)
        this.#thinkingData(block, textField(start, 'signature'), textField(start, 'data'), out)
        break
      case 'tool_call':
        this.#callStart(block, out)
        break
      case 'opaque': // Shown to nobody; kept when it is complete.
    }
  }

  #callStart(block: StreamBlock, out: ProviderEvent[]): void {
    const { id, start } = block
    const blockIndex = this.#indexOf(block)
    const providerId = textField(start, 'id')
    const caller = start['caller']
    out.push({ type: 'tool_call_start', blockIndex, id, name: textField(start, 'name') ?? '' })
    out.push({
      type: 'block_data',
      blockIndex,
      blockType: 'tool_call',
      providerData: isJsonObject(caller) ? { caller } : {},
      ...defined({ providerId }),
    })
  }

  #delta(event: AnthropicEvent, out: ProviderEvent[]): void {
    const { delta } = event
    if (delta === undefined || delta === null) return
    const block = this.#blocks.get(event.index ?? 0) ?? this.#missedBlock(event, out)
    if (block === undefined) return
    if (block.kind === 'opaque') this.#opaqueDelta(block, delta)
    else if (delta.type === 'text_delta') this.#text(block, delta.text, out)
    else if (delta.type === 'citations_delta' && isJsonObject(delta.citation)) block.citations.push(delta.citation)
    else if (delta.type === 'thinking_delta') this.#text(block, delta.thinking, out)
    else if (delta.type === 'input_json_delta' && block.open) this.#arguments(block, delta.partial_json, out)
    else if (delta.type === 'signature_delta') this.#thinkingData(block, textField(delta, 'signature'), undefined, out)
  }

  /** Creates the block of a delta that was never announced; the type of the delta determines its kind. */
  #missedBlock(event: AnthropicEvent, out: ProviderEvent[]): StreamBlock | undefined {
    const type = event.delta?.type
    if (type !== 'text_delta' && type !== 'thinking_delta') return undefined
    this.#blockStart(
      { index: event.index ?? 0, content_block: { type: type === 'text_delta' ? 'text' : 'thinking' } },
      out,
    )
    return this.#blocks.get(event.index ?? 0)
  }

  #text(block: StreamBlock, text: unknown, out: ProviderEvent[]): void {
    if (typeof text !== 'string' || text === '') return
    const blockIndex = this.#indexOf(block)
    block.length += text.length
    if (block.kind === 'thinking') out.push({ type: 'thinking_delta', blockIndex, text })
    else if (block.kind === 'text') out.push({ type: 'text_delta', blockIndex, text })
  }

  #arguments(block: StreamBlock, jsonFragment: unknown, out: ProviderEvent[]): void {
    if (typeof jsonFragment !== 'string' || jsonFragment === '' || block.kind !== 'tool_call') return
    block.hasArguments = true
    out.push({ type: 'tool_call_delta', blockIndex: block.index, id: block.id, jsonFragment })
  }

  #thinkingData(
    block: StreamBlock,
    signature: string | undefined,
    redacted: string | undefined,
    out: ProviderEvent[],
  ): void {
    if (block.kind !== 'thinking' || (!signature && !redacted)) return
    const providerData = redacted ? { redacted } : { signature: signature ?? '' }
    out.push({ type: 'block_data', blockIndex: this.#indexOf(block), blockType: 'thinking', providerData })
  }

  /** `compaction_delta` and unknown deltas carry the fields of the final block. */
  #opaqueDelta(block: StreamBlock, delta: AnthropicDelta): void {
    if (typeof delta.partial_json === 'string') {
      block.json += delta.partial_json
      return
    }
    const { type: _, ...fields } = delta
    Object.assign(block.start, fields)
  }

  #closeBlock(block: StreamBlock | undefined, out: ProviderEvent[]): void {
    if (!block?.open) return
    block.open = false
    if (block.kind === 'text' && block.index >= 0) out.push(...citationEvents(block))
    if (block.kind === 'tool_call') {
      if (!block.hasArguments) this.#arguments(block, argumentsText(block.start['input'] ?? {}), out)
      out.push({ type: 'tool_call_done', blockIndex: block.index, id: block.id })
    }
    if (block.kind === 'opaque') {
      const input = block.json === '' ? undefined : parseJson(block.json)
      const whole: JsonObject = isJsonObject(input) ? { ...block.start, input } : block.start
      out.push({
        type: 'block_data',
        blockIndex: this.#indexOf(block),
        blockType: 'text',
        providerData: { block: whole },
      })
    }
  }

  #done(out: ProviderEvent[]): void {
    if (!this.#started) this.#start(out)
    // The last `content_block_stop` is missing if max_tokens was reached inside a call.
    for (const block of this.#blocks.values()) this.#closeBlock(block, out)
    this.ended = true
    out.push({
      type: 'done',
      finishReason: FINISH_REASONS[this.#stopReason ?? ''] ?? 'UNKNOWN',
      model: this.#model,
      usage: this.#usage.total,
      ...(this.#stopReason === 'pause_turn' ? { paused: true } : {}),
      ...defined({ cacheDiagnosis: this.#diagnosis }),
    })
  }

  #indexOf(block: StreamBlock): number {
    if (block.index < 0) block.index = this.#nextIndex++
    return block.index
  }
}
