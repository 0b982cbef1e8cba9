import type { AppError } from '../../../../shared/app-error.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import type { FinishReason, ResponseUsage } from '../../../../shared/usage.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import type { StreamMapper } from '../run-stream.ts'
import { openaiCitations } from '../citations.ts'
import { field, listField, numberField, textField } from '../wire-value.ts'
import { ChatCalls } from './chat-call.ts'
import { chatUsage, usageField } from './chat-usage.ts'
import { errorIn } from './error-body.ts'
import { detailPieces, detailText, ReasoningDetails } from './reasoning-details.ts'
import { type AnswerStart, type TaggedPiece, ThinkTags } from './think-tags.ts'
import { defined } from '../../../../shared/defined.ts'
import {
  type OpenBlock,
  finishIn,
  UNEXPLAINED,
  REASONING_FIELDS,
  reasoningText,
  pushThinkingData,
  CALL_PARTS,
  THOUGHT_PARTS,
  TAGGED_FIELD,
  CHAT_FINISH_REASONS,
} from './chat-fields.ts'

export interface ChatStreamOptions {
  readonly newToolCallId: () => string
  /** Converts the body of an error that arrived as a chunk. */
  readonly toError: (error: unknown) => AppError
  /** Returns whether the body ended with `[DONE]`, which the SDK does not pass on. */
  readonly sawDone: () => boolean
  /**
   * How the answer begins. `thinking`: the model's chat template has opened a tag, so that text counts as thinking until
   * it is closed. `unknown`: it may have. Missing: with what its text says.
   */
  readonly start?: AnswerStart
  /** Called at the end of an answer that shows whether the template begins the thinking. */
  readonly onLearned?: (start: 'plain' | 'thinking') => void
  /** The vendor's own tool whose calls are uses of it. Missing: none. */
  readonly echoed?: { readonly option: string; readonly name: string } | undefined
}

/** Converts Chat Completions chunks of all vendors to normalized events (docs/behaviour/providers.md#stream-events). */
export class ChatStream implements StreamMapper<unknown> {
  ended = false
  #model: string
  #started = false
  #nextIndex = 0
  #finish: string | undefined
  #usage: unknown
  /** What llama.cpp counts, for a response without usage. */
  #timings: unknown
  #serviceTier: string | null = null
  #refused = false
  #open: OpenBlock | undefined
  readonly #thoughts: OpenBlock[] = []
  /** The first block of text, which positions of citations refer to. */
  #answer: OpenBlock | undefined
  readonly #annotations: unknown[] = []
  /** Divides the text of the answer; undefined: it has not begun. */
  #tags: ThinkTags | undefined
  readonly #calls: ChatCalls
  readonly #options: ChatStreamOptions

  constructor(requestedModel: string, options: ChatStreamOptions) {
    this.#model = requestedModel
    this.#options = options
    this.#calls = new ChatCalls({ newIndex: () => this.#nextIndex++, newToolCallId: options.newToolCallId })
  }

  push(chunk: unknown, out: ProviderEvent[]): void {
    if (this.ended) return
    const choices = listField(chunk, 'choices')
    const failure = errorIn(chunk)
    if (failure !== null) return this.#fail(failure, out)
    this.#start(chunk, choices.length > 0, out)
    // We request one choice; if a server sends several, the first one is used.
    const choice = choices.find((candidate) => (numberField(candidate, 'index') ?? 0) === 0)
    const delta = this.#deltaOf(choice)
    this.#addDelta(delta, out)
    this.#calls.add(listField(choice, 'tool_calls'), out)
    this.#finish ??= finishIn([choice, delta, chunk])
    const usage = usageField(chunk, choice)
    this.#usage = usage ?? this.#usage
    this.#timings = field(chunk, 'timings') ?? this.#timings
    this.#serviceTier = textField(chunk, 'service_tier') ?? this.#serviceTier
    const error = field(choice, 'error') ?? (this.#finish === 'error' ? UNEXPLAINED : undefined)
    if (error !== undefined && error !== null) this.#fail(error, out)
    // Usage that arrived earlier may not be final.
    else if (this.#finish !== undefined && usage !== undefined) this.#done(out)
  }

  /** A whole message in place of a delta counts only if nothing of it has arrived. */
  #deltaOf(choice: unknown): unknown {
    const delta = field(choice, 'delta')
    if (isJsonObject(delta) && Object.keys(delta).length > 0) return delta
    if (this.#nextIndex > 0) return delta
    const text = textField(choice, 'text')
    return field(choice, 'message') ?? (text === undefined ? delta : { content: text })
  }

  /** True if the response is complete except for its usage. */
  get isWhole(): boolean {
    return this.#started && this.#finish !== undefined
  }

  /** Called when the stream fails: what has arrived counts as an answer. */
  release(out: ProviderEvent[]): void {
    if (!this.ended) this.#endAnswer(out)
  }

  /** Usage follows the finish reason or is not sent; some servers send `[DONE]` without a finish reason. */
  finish(out: ProviderEvent[]): void {
    if (this.#started && (this.#finish !== undefined || this.#options.sawDone())) this.#done(out)
    else this.release(out)
  }

  /** A first chunk without choices may be a placeholder without an id. */
  #start(chunk: unknown, hasChoices: boolean, out: ProviderEvent[]): void {
    this.#model = textField(chunk, 'model') ?? this.#model
    const responseId = textField(chunk, 'id')
    if (this.#started || (responseId === undefined && !hasChoices)) return
    this.#started = true
    const tentative = this.#options.start === 'unknown' ? { tentative: true as const } : {}
    out.push({ type: 'start', model: this.#model, ...defined({ responseId }), ...tentative })
  }

  #addDelta(delta: unknown, out: ProviderEvent[]): void {
    this.#addReasoning(delta, out)
    const content = field(delta, 'content')
    if (typeof content === 'string') this.#addAnswer(content, out)
    else for (const part of listField(delta, 'content')) this.#addPart(part, out)
    const refusal = textField(delta, 'refusal')
    if (refusal !== undefined) {
      this.#refused = true
      this.#endAnswer(out)
      this.#addText('text', refusal, out)
    }
    this.#annotations.push(...listField(delta, 'annotations'))
    const calls = listField(delta, 'tool_calls')
    if (calls.length > 0) this.#endAnswer(out)
    this.#calls.add(calls, out)
    const onlyCall = field(delta, 'function_call')
    if (isJsonObject(onlyCall)) this.#calls.add([{ index: 0, function: onlyCall }], out)
  }

  /** Three fields may contain the same text; `reasoning_details` also contains data that is replayed unread. */
  #addReasoning(delta: unknown, out: ProviderEvent[]): void {
    const { name: detailsField, pieces } = detailPieces(delta)
    const name = REASONING_FIELDS.find((key) => reasoningText(field(delta, key)) !== '')
    const text = name === undefined ? pieces.map(detailText).join('') : reasoningText(field(delta, name))
    // A server that has a field for thinking does not leave it in the text.
    if (text !== '') this.#endAnswer(out)
    const isNews = text !== '' || pieces.some((piece) => detailText(piece) !== '' || textField(piece, 'data'))
    const block = this.#thinkingFor(text !== '', isNews)
    if (block === undefined) return
    const begins = block.field === undefined && block.detailsField === undefined
    block.field ??= name
    if (pieces.length > 0) block.detailsField ??= detailsField
    block.details.add(pieces)
    if (text !== '') out.push({ type: 'thinking_delta', blockIndex: block.index, text })
    // A block without text starts with its data. The rest of it is sent once, at the end.
    else if (pieces.length > 0 && begins) pushThinkingData(block, out)
  }

  /** Returns the block for thinking text; data without text (a signature) belongs to the last block. */
  #thinkingFor(hasText: boolean, isNews: boolean): OpenBlock | undefined {
    if (hasText) return this.#blockOf('thinking')
    const last = this.#thoughts.at(-1)
    return last ?? (isNews ? this.#blockOf('thinking') : undefined)
  }

  /** Adds a part of a content list: Mistral's, or in the forms of other APIs that gateways pass on. */
  #addPart(part: unknown, out: ProviderEvent[]): void {
    const type = textField(part, 'type') ?? 'text'
    if (type === 'text' || type === 'output_text') this.#addAnswer(textField(part, 'text') ?? '', out)
    if (CALL_PARTS.has(type)) {
      const input = field(part, 'input') ?? field(part, 'arguments')
      this.#endAnswer(out)
      this.#calls.add([{ id: field(part, 'id'), function: { name: field(part, 'name'), arguments: input } }], out)
    }
    if (THOUGHT_PARTS.has(type)) this.#addText('thinking', reasoningText(part), out)
  }

  /** Adds text of the answer, which may begin with thinking in tags. */
  #addAnswer(text: string, out: ProviderEvent[]): void {
    if (text === '') return
    const isOpen = this.#options.start === 'thinking' && this.#thoughts.length === 0
    this.#tags ??= new ThinkTags(isOpen ? 'thinking' : 'text')
    for (const piece of this.#tags.push(text)) this.#addPiece(piece, out)
  }

  #endAnswer(out: ProviderEvent[]): void {
    for (const piece of this.#tags?.end() ?? []) this.#addPiece(piece, out)
  }

  #addPiece({ type, text, retypes }: TaggedPiece, out: ProviderEvent[]): void {
    if (retypes === true && this.#open !== undefined) this.#retype(this.#open, type, out)
    const isNew = this.#open?.type !== type
    this.#addText(type, text, out)
    if (type !== 'thinking' || !isNew || this.#open === undefined) return
    // It is not sent back, also if the answer does not end.
    this.#open.field = TAGGED_FIELD
    pushThinkingData(this.#open, out)
  }

  #retype(block: OpenBlock, type: 'text' | 'thinking', out: ProviderEvent[]): void {
    block.type = type
    out.push({ type: 'block_retyped', blockIndex: block.index, blockType: type })
    block.field = type === 'thinking' ? TAGGED_FIELD : undefined
    if (type === 'thinking') {
      this.#thoughts.push(block)
      this.#answer = undefined
      pushThinkingData(block, out)
    } else {
      this.#thoughts.splice(this.#thoughts.indexOf(block), 1)
      this.#answer = block
    }
  }

  #addText(type: 'text' | 'thinking', text: string, out: ProviderEvent[]): void {
    if (text === '') return
    const block = this.#blockOf(type)
    const blockIndex = block.index
    block.text += text
    out.push({ type: type === 'text' ? 'text_delta' : 'thinking_delta', blockIndex, text })
  }

  #blockOf(type: 'text' | 'thinking'): OpenBlock {
    if (this.#open?.type === type) return this.#open
    const details = new ReasoningDetails()
    const opened: OpenBlock = {
      type,
      index: this.#nextIndex++,
      details,
      text: '',
      field: undefined,
      detailsField: undefined,
    }
    if (type === 'text') this.#answer ??= opened
    if (type === 'thinking') this.#thoughts.push(opened)
    this.#open = opened
    return opened
  }

  #done(out: ProviderEvent[]): void {
    this.#endAnswer(out)
    this.#pushCitations(out)
    for (const block of this.#thoughts) pushThinkingData(block, out)
    this.#calls.close(out)
    this.ended = true
    const usage = this.#withToolUses(chatUsage(this.#usage ?? this.#timings, this.#serviceTier))
    const finishReason = this.#finishReason()
    const learned = this.#tags?.learned ?? null
    if (learned !== null && finishReason !== 'LENGTH') this.#options.onLearned?.(learned)
    out.push({ type: 'done', finishReason, model: this.#model, usage })
  }

  /** Counts the calls of the vendor's own tool, which its usage does not contain. */
  #withToolUses(usage: ResponseUsage | null): ResponseUsage | null {
    const { echoed } = this.#options
    const uses = echoed === undefined ? 0 : this.#calls.countOf(echoed.name)
    if (usage === null || echoed === undefined || uses === 0) return usage
    return { ...usage, serverTools: { ...usage.serverTools, [echoed.option]: uses } }
  }

  #pushCitations(out: ProviderEvent[]): void {
    if (this.#answer === undefined) return
    const citations = openaiCitations(this.#annotations, this.#answer.text)
    if (citations.length > 0) out.push({ type: 'citations', blockIndex: this.#answer.index, citations })
  }

  /** Servers report different finish reasons for a response with calls; a refusal ends with `stop`. */
  #finishReason(): FinishReason {
    const reason = this.#finish === undefined ? undefined : (CHAT_FINISH_REASONS[this.#finish] ?? 'UNKNOWN')
    if (this.#calls.any && (reason === undefined || reason === 'STOP')) return 'TOOL_USE'
    if (this.#refused && (reason === undefined || reason === 'STOP')) return 'CONTENT_FILTER'
    return reason ?? 'UNKNOWN'
  }

  #fail(error: unknown, out: ProviderEvent[]): void {
    this.#endAnswer(out)
    this.ended = true
    out.push({ type: 'error', error: this.#options.toError(error) })
  }
}
