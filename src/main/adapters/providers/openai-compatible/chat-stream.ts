import type { AppError } from '../../../../shared/app-error.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import type { FinishReason, ResponseUsage } from '../../../../shared/usage.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import type { StreamMapper } from '../run-stream.ts'
import { openaiCitations } from '../citations.ts'
import { field, listField, numberField, textField } from '../wire-value.ts'
import { ChatCalls } from './chat-call.ts'
import { chatUsage, usageField } from './chat-usage.ts'
import { detailPieces, detailText, ReasoningDetails } from './reasoning-details.ts'

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'STOP',
  eos: 'STOP',
  length: 'LENGTH',
  max_tokens: 'LENGTH',
  model_length: 'LENGTH',
  tool_calls: 'TOOL_USE',
  function_call: 'TOOL_USE',
  content_filter: 'CONTENT_FILTER',
  refusal: 'CONTENT_FILTER',
}

/** For a response that ended with an error without a message. */
const UNEXPLAINED = { message: 'the answer ended with an error' }

export interface ChatStreamOptions {
  readonly newToolCallId: () => string
  /** Converts the body of an error that arrived as a chunk. */
  readonly toError: (error: unknown) => AppError
  /** Returns whether the body ended with `[DONE]`, which the SDK does not pass on. */
  readonly sawDone: () => boolean
  /** The vendor's own tool whose calls are uses of it. Missing: none. */
  readonly echoed?: { readonly option: string; readonly name: string } | undefined
}

/** The block that receives streamed text. */
interface OpenBlock {
  readonly type: 'text' | 'thinking'
  readonly index: number
  readonly details: ReasoningDetails
  text: string
  field: string | undefined
}

/** Converts Chat Completions chunks of all vendors to normalized events (docs/behaviour/providers.md#stream-events). */
export class ChatStream implements StreamMapper<unknown> {
  ended = false
  #model: string
  #started = false
  #nextIndex = 0
  #finish: string | undefined
  #usage: unknown
  #serviceTier: string | null = null
  #refused = false
  #open: OpenBlock | undefined
  readonly #thoughts: OpenBlock[] = []
  /** The first block of text, which positions of citations refer to. */
  #answer: OpenBlock | undefined
  readonly #annotations: unknown[] = []
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
    if (choices.length === 0 && isError(chunk)) return this.#fail(chunk, out)
    this.#start(chunk, choices.length > 0, out)
    // We request one choice; if a server sends several, the first one is used.
    const choice = choices.find((candidate) => (numberField(candidate, 'index') ?? 0) === 0)
    this.#addDelta(field(choice, 'delta') ?? field(choice, 'message'), out)
    this.#finish ??= textField(choice, 'finish_reason')
    const usage = usageField(chunk, choice)
    this.#usage = usage ?? this.#usage
    this.#serviceTier = textField(chunk, 'service_tier') ?? this.#serviceTier
    const error = field(choice, 'error') ?? (this.#finish === 'error' ? UNEXPLAINED : undefined)
    if (error !== undefined && error !== null) this.#fail(error, out)
    // Usage that arrived earlier may not be final.
    else if (this.#finish !== undefined && usage !== undefined) this.#done(out)
  }

  /** True if the response is complete except for its usage. */
  get isWhole(): boolean {
    return this.#started && this.#finish !== undefined
  }

  /** Usage follows the finish reason or is not sent; some servers send `[DONE]` without a finish reason. */
  finish(out: ProviderEvent[]): void {
    if (this.#started && (this.#finish !== undefined || this.#options.sawDone())) this.#done(out)
  }

  /** A first chunk without choices may be a placeholder without an id. */
  #start(chunk: unknown, hasChoices: boolean, out: ProviderEvent[]): void {
    this.#model = textField(chunk, 'model') ?? this.#model
    const responseId = textField(chunk, 'id')
    if (this.#started || (responseId === undefined && !hasChoices)) return
    this.#started = true
    out.push({ type: 'start', model: this.#model, ...(responseId !== undefined && { responseId }) })
  }

  #addDelta(delta: unknown, out: ProviderEvent[]): void {
    this.#addReasoning(delta, out)
    const content = field(delta, 'content')
    if (typeof content === 'string') this.#addText('text', content, out)
    else for (const part of listField(delta, 'content')) this.#addPart(part, out)
    const refusal = textField(delta, 'refusal')
    if (refusal !== undefined) {
      this.#refused = true
      this.#addText('text', refusal, out)
    }
    this.#annotations.push(...listField(delta, 'annotations'))
    this.#calls.add(listField(delta, 'tool_calls'), out)
    const onlyCall = field(delta, 'function_call')
    if (isJsonObject(onlyCall)) this.#calls.add([{ index: 0, function: onlyCall }], out)
  }

  /** Three fields may contain the same text; `reasoning_details` also contains data that is replayed unread. */
  #addReasoning(delta: unknown, out: ProviderEvent[]): void {
    const pieces = detailPieces(delta)
    const name = ['reasoning_content', 'reasoning'].find((key) => textField(delta, key) !== undefined)
    const text = name === undefined ? pieces.map(detailText).join('') : (textField(delta, name) ?? '')
    const isNews = text !== '' || pieces.some((piece) => detailText(piece) !== '' || textField(piece, 'data'))
    const block = this.#thinkingFor(text !== '', isNews)
    if (block === undefined) return
    block.field ??= name
    block.details.add(pieces)
    if (text !== '') out.push({ type: 'thinking_delta', blockIndex: block.index, text })
    // A block without text starts with its data.
    else if (pieces.length > 0) pushThinkingData(block, out)
  }

  /** Returns the block for thinking text; data without text (a signature) belongs to the last block. */
  #thinkingFor(hasText: boolean, isNews: boolean): OpenBlock | undefined {
    if (hasText) return this.#blockOf('thinking')
    const last = this.#thoughts.at(-1)
    return last ?? (isNews ? this.#blockOf('thinking') : undefined)
  }

  /** Adds a part of Mistral's content list. */
  #addPart(part: unknown, out: ProviderEvent[]): void {
    const type = textField(part, 'type')
    if (type === 'text') this.#addText('text', textField(part, 'text') ?? '', out)
    if (type !== 'thinking') return
    const inner = field(part, 'thinking')
    const texts =
      typeof inner === 'string' ? [inner] : listField(part, 'thinking').map((item) => textField(item, 'text'))
    this.#addText('thinking', texts.join(''), out)
  }

  #addText(type: 'text' | 'thinking', text: string, out: ProviderEvent[]): void {
    if (text === '') return
    const block = this.#blockOf(type)
    const blockIndex = block.index
    if (type === 'text') block.text += text
    out.push({ type: type === 'text' ? 'text_delta' : 'thinking_delta', blockIndex, text })
  }

  #blockOf(type: 'text' | 'thinking'): OpenBlock {
    if (this.#open?.type === type) return this.#open
    const details = new ReasoningDetails()
    const opened: OpenBlock = { type, index: this.#nextIndex++, details, text: '', field: undefined }
    if (type === 'text') this.#answer ??= opened
    if (type === 'thinking') this.#thoughts.push(opened)
    this.#open = opened
    return opened
  }

  #done(out: ProviderEvent[]): void {
    this.#pushCitations(out)
    for (const block of this.#thoughts) pushThinkingData(block, out)
    this.#calls.close(out)
    this.ended = true
    const usage = this.#withToolUses(chatUsage(this.#usage, this.#serviceTier))
    out.push({ type: 'done', finishReason: this.#finishReason(), model: this.#model, usage })
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
    const reason = this.#finish === undefined ? undefined : (FINISH_REASONS[this.#finish] ?? 'UNKNOWN')
    if (this.#calls.any && (reason === undefined || reason === 'STOP')) return 'TOOL_USE'
    if (this.#refused && (reason === undefined || reason === 'STOP')) return 'CONTENT_FILTER'
    return reason ?? 'UNKNOWN'
  }

  #fail(error: unknown, out: ProviderEvent[]): void {
    this.ended = true
    out.push({ type: 'error', error: this.#options.toError(error) })
  }
}

/** Emits the data of a thinking block for the replay, as far as it has arrived; chat-request.ts describes the forms. */
function pushThinkingData({ index, details, field: name }: OpenBlock, out: ProviderEvent[]): void {
  const { whole } = details
  if (name === undefined && whole.length === 0) return
  const providerData = { ...(name !== undefined && { field: name }), ...(whole.length > 0 && { details: whole }) }
  out.push({ type: 'block_data', blockIndex: index, blockType: 'thinking', providerData })
}

/** Matches an error sent as a chunk without the `error` field that the SDK checks. */
function isError(chunk: unknown): boolean {
  return textField(chunk, 'object') === 'error'
}
