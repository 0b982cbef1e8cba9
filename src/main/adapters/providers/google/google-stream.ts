import { isJsonObject } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { FinishReason } from '../../../../shared/usage.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { groundedCitations } from '../citations.ts'
import { malformedStream } from '../provider-error.ts'
import type { StreamMapper } from '../run-stream.ts'
import { listField, textField } from '../wire-value.ts'
import { type GoogleChunk, type GooglePart, holdsData, isPart } from './google-chunk.ts'
import { googleErrorBody } from './google-errors.ts'
import { googleUsage } from './google-usage.ts'
import { PartialArguments } from './partial-arguments.ts'
import { WrittenArguments } from './written-arguments.ts'
import { defined } from '../../../../shared/defined.ts'

/** The open text or thinking block. */
interface TextBlock {
  readonly index: number
  readonly kind: 'text' | 'thinking'
  length: number
  text: string
  readonly signatures: JsonObject[]
}

interface OpenCall {
  readonly index: number
  readonly id: string
  readonly pieces: PartialArguments
}

const BLOCKED = /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_.*)$/
/** The model called a tool that was not offered. The call is part of the response and gets an error result. */
const UNOFFERED_CALL = 'UNEXPECTED_TOOL_CALL'
/** The response is unusable; a retry may succeed. */
const BROKEN = /^(MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_RESPONSE|OTHER)$/

/** Converts chunks of generateContentStream to normalized events (docs/behaviour/providers.md#stream-events). */
export class GoogleStream implements StreamMapper<GoogleChunk> {
  ended = false
  #model: string
  #started = false
  #nextIndex = 0
  #text: TextBlock | null = null
  #call: OpenCall | null = null
  #sawCall = false
  #finishReason: string | undefined
  #finishMessage: string | undefined
  #usage: JsonObject = {}
  #searches: number | null = null
  #grounding: unknown
  readonly #texts: TextBlock[] = []
  readonly #newToolCallId: () => string
  readonly #written: WrittenArguments

  /** `written` must have received the body up to the pushed chunk; without it, arguments are taken from the chunks. */
  constructor(requestedModel: string, newToolCallId: () => string, written = new WrittenArguments()) {
    this.#model = requestedModel
    this.#written = written
    this.#newToolCallId = newToolCallId
  }

  push(chunk: GoogleChunk, out: ProviderEvent[]): void {
    if (this.ended) return
    if (chunk.error !== undefined) {
      this.ended = true
      out.push({ type: 'error', error: googleErrorBody(chunk.error, undefined) })
      return
    }
    if (isJsonObject(chunk.usageMetadata)) this.#usage = { ...this.#usage, ...chunk.usageMetadata }
    this.#start(chunk, out)
    const candidate = chunk.candidates?.[0]
    this.#grounding = candidate?.groundingMetadata ?? this.#grounding
    const queries = listField(candidate?.groundingMetadata, 'webSearchQueries')
    if (queries.length > 0) this.#searches = queries.length
    for (const part of listField(candidate?.content, 'parts')) if (isPart(part)) this.#part(part, out)
    this.#finishReason = candidate?.finishReason ?? this.#finishReason
    this.#finishMessage = candidate?.finishMessage ?? this.#finishMessage
    // The candidate of a blocked prompt, if there is one, does not contain the reason.
    if (textField(chunk.promptFeedback, 'blockReason') !== undefined) this.#finishReason ??= 'SAFETY'
  }

  /** The finish reason is final only here: older models send STOP in every chunk. */
  finish(out: ProviderEvent[]): void {
    if (this.ended || this.#finishReason === undefined) return
    this.ended = true
    this.#closeCall(out, this.#finishReason === 'MAX_TOKENS')
    const reason = this.#finishReason
    if (BROKEN.test(reason) && !this.#isAnsweredCall(reason)) {
      const what = this.#finishMessage ?? `the model ended it with ${reason}. Another try may work`
      out.push({ type: 'error', error: { ...malformedStream('google', what), providerCode: reason } })
      return
    }
    for (const [blockIndex, citations] of groundedCitations(this.#grounding, this.#texts))
      if (citations.length > 0) out.push({ type: 'citations', blockIndex, citations })
    const usage = googleUsage(this.#usage, this.#searches)
    out.push({ type: 'done', finishReason: this.#normalized(reason), model: this.#model, usage })
  }

  #normalized(reason: string): FinishReason {
    if (reason === 'STOP' || this.#isAnsweredCall(reason)) return this.#sawCall ? 'TOOL_USE' : 'STOP'
    // A continuation is an end before the answer is complete, as at the limit: the next prompt continues it.
    if (reason === 'MAX_TOKENS' || reason === 'CONTINUATION') return 'LENGTH'
    return BLOCKED.test(reason) ? 'CONTENT_FILTER' : 'UNKNOWN'
  }

  #isAnsweredCall(reason: string): boolean {
    return reason === UNOFFERED_CALL && this.#sawCall
  }

  #start(chunk: GoogleChunk, out: ProviderEvent[]): void {
    this.#model = textField(chunk, 'modelVersion') ?? this.#model
    if (this.#started) return
    this.#started = true
    const responseId = textField(chunk, 'responseId')
    const usage = googleUsage(this.#usage, this.#searches)
    out.push({
      type: 'start',
      model: this.#model,
      ...defined({ responseId, usage: usage ?? undefined }),
    })
  }

  #part(part: GooglePart, out: ProviderEvent[]): void {
    if (isJsonObject(part.functionCall)) this.#callPart(part.functionCall, textField(part, 'thoughtSignature'), out)
    else if (typeof part.text === 'string') this.#textPart(part, part.text, out)
    else if (isJsonObject(part) && holdsData(part)) this.#opaquePart(part, out)
    else this.#textPart(part, '', out)
  }

  #textPart(part: GooglePart, text: string, out: ProviderEvent[]): void {
    const signature = textField(part, 'thoughtSignature')
    if (text === '' && !signature) return
    this.#closeCall(out)
    const block = this.#textBlock(part.thought === true ? 'thinking' : 'text')
    if (text !== '') {
      const type = block.kind === 'text' ? 'text_delta' : 'thinking_delta'
      out.push({ type, blockIndex: block.index, text })
    }
    const from = block.length
    block.length += text.length
    block.text += text
    if (!signature) return
    block.signatures.push({ from, to: block.length, signature })
    const providerData = { signatures: [...block.signatures] }
    out.push({ type: 'block_data', blockIndex: block.index, blockType: block.kind, providerData })
  }

  #textBlock(kind: TextBlock['kind']): TextBlock {
    if (this.#text?.kind === kind) return this.#text
    const opened: TextBlock = { index: this.#nextIndex++, kind, length: 0, text: '', signatures: [] }
    if (kind === 'text') this.#texts.push(opened)
    this.#text = opened
    return opened
  }

  /**
   * A complete call arrives in one part. A streamed call consists of a part with the name, parts with values, and an
   * empty part.
   */
  #callPart(part: JsonObject, signature: string | undefined, out: ProviderEvent[]): void {
    const name = textField(part, 'name')
    if (name !== undefined) this.#beginCall(name, out)
    const call = this.#call
    if (call === null) return
    this.#callData(call, textField(part, 'id'), signature, out)
    for (const piece of listField(part, 'partialArgs')) call.pieces.add(piece)
    if (isJsonObject(part['args'])) this.#endCall(call, this.#written.take(part['args']), out)
    else if (part['willContinue'] !== true) this.#closeCall(out)
  }

  #beginCall(name: string, out: ProviderEvent[]): void {
    this.#closeCall(out)
    this.#text = null
    this.#sawCall = true
    const index = this.#nextIndex++
    const id = this.#newToolCallId()
    this.#call = { index, id, pieces: new PartialArguments() }
    out.push({ type: 'tool_call_start', blockIndex: index, id, name })
  }

  #callData(
    { index }: OpenCall,
    providerId: string | undefined,
    signature: string | undefined,
    out: ProviderEvent[],
  ): void {
    if (!signature && !providerId) return
    out.push({
      type: 'block_data',
      blockIndex: index,
      blockType: 'tool_call',
      providerData: signature ? { thought_signature: signature } : {},
      ...(providerId ? { providerId } : {}),
    })
  }

  /** A call that was cut off by the output limit must not look complete: its closing brace is omitted. */
  #closeCall(out: ProviderEvent[], isCut = false): void {
    if (this.#call === null) return
    const json = this.#call.pieces.toJson()
    this.#endCall(this.#call, isCut ? json.slice(0, -1) : json, out)
  }

  #endCall(call: OpenCall, jsonFragment: string, out: ProviderEvent[]): void {
    this.#call = null
    out.push({ type: 'tool_call_delta', blockIndex: call.index, id: call.id, jsonFragment })
    out.push({ type: 'tool_call_done', blockIndex: call.index, id: call.id })
  }

  /** Keeps images and code that the server ran: not displayed, replayed unchanged. */
  #opaquePart(part: JsonObject, out: ProviderEvent[]): void {
    this.#closeCall(out)
    this.#text = null
    out.push({ type: 'block_data', blockIndex: this.#nextIndex++, blockType: 'text', providerData: { part } })
  }
}
