import type { AppError } from '../../../shared/app-error.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { WithheldThinking } from '../../../shared/response-data.ts'
import type { FinishReason } from '../../../shared/usage.ts'
import type { ProviderEvent } from '../../core/ports/provider-ports.ts'
import type { StreamMapper } from './run-stream.ts'
import { openaiDiagnosis } from './cache-diagnosis.ts'
import { responsesUsage } from './responses-usage.ts'
import { field, listField, textField } from './wire-value.ts'
import { ResponsesOutputItem } from './responses-output-item.ts'
import { defined } from '../../../shared/defined.ts'

/** An event of the Responses stream as servers actually send it: types may be unknown, fields may be missing. */
export interface ResponsesEvent {
  readonly type?: string
  /** `response`: not an event, but a complete response from a server that does not stream. */
  readonly object?: string
  readonly output_index?: number
  readonly content_index?: number
  readonly summary_index?: number
  readonly item_id?: string
  readonly delta?: unknown
  readonly text?: unknown
  readonly refusal?: unknown
  readonly arguments?: unknown
  readonly input?: unknown
  readonly item?: unknown
  readonly response?: unknown
  readonly error?: unknown
}

/** The item type of each delta, for items that were never announced. */
const ITEM_TYPE_OF_DELTA: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'message',
  'response.refusal.delta': 'message',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
}

const INCOMPLETE: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: 'LENGTH',
  content_filter: 'CONTENT_FILTER',
  steered: 'STOP',
  max_messages: 'STOP',
}

export interface ResponsesStreamOptions {
  readonly newToolCallId: () => string
  /** Converts the body of an error that arrived as an event. */
  readonly toError: (error: unknown) => AppError
  /** Calls of custom tools belong to the server's own tools: they are already answered, and we do not run them. */
  readonly runsCustomTools?: boolean
}

/** Converts a Responses stream to normalized events (docs/behaviour/providers.md#stream-events). */
export class ResponsesStream implements StreamMapper<ResponsesEvent> {
  ended = false
  #model: string
  #started = false
  #nextIndex = 0
  #lastReasoningId: string | undefined
  readonly #items: ResponsesOutputItem[] = []
  /** The items by position and by id. */
  readonly #itemAt = new Map<number | string, ResponsesOutputItem>()
  readonly #options: ResponsesStreamOptions

  constructor(requestedModel: string, options: ResponsesStreamOptions) {
    this.#model = requestedModel
    this.#options = options
  }

  push(event: ResponsesEvent, out: ProviderEvent[]): void {
    if (this.ended) return
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.reasoning_text.delta':
        this.#itemOf(event, out)?.appendPart('content', event.content_index, event.delta, out)
        break
      case 'response.reasoning_summary_text.delta':
        this.#itemOf(event, out)?.appendPart('summary', event.summary_index, event.delta, out)
        break
      case 'response.refusal.delta':
        this.#itemOf(event, out)?.appendRefusal(event.content_index, event.delta, out)
        break
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#itemOf(event, out)?.appendArguments(event.delta, out)
        break
      case 'response.output_text.done':
      case 'response.reasoning_text.done':
        this.#itemOf(event, out)?.finishPart('content', event.content_index, event.text, out)
        break
      case 'response.refusal.done':
        this.#itemOf(event, out)?.finishPart('content', event.content_index, event.refusal, out)
        break
      case 'response.reasoning_summary_text.done':
        this.#itemOf(event, out)?.finishPart('summary', event.summary_index, event.text, out)
        break
      case 'response.function_call_arguments.done':
        this.#itemOf(event, out)?.finishArguments(event.arguments, out)
        break
      case 'response.custom_tool_call_input.done':
        this.#itemOf(event, out)?.finishArguments(event.input, out)
        break
      default:
        this.#frame(event, out)
    }
  }

  /** Does nothing: only `response.completed`, `incomplete` or `failed` ends the response. */
  finish(): void {}

  /** Handles events that occur a few times per response. */
  #frame(event: ResponsesEvent, out: ProviderEvent[]): void {
    switch (event.type) {
      case 'response.created':
        this.#start(event.response, out)
        break
      case 'response.output_item.added':
        this.#announce(event, out)
        break
      case 'response.output_item.done':
        this.#finishItem(event, out)
        break
      case 'response.completed':
      case 'response.incomplete':
        this.#done(event.response, out)
        break
      case 'response.failed':
        this.#fail(field(event.response, 'error'), out)
        break
      case 'error':
        this.#fail(event.error ?? event, out)
        break
      default: // New event types may be added at any time.
        if (event.object === 'response') this.#done(event, out)
    }
  }

  #start(response: unknown, out: ProviderEvent[]): void {
    if (this.#started) return
    this.#started = true
    this.#model = textField(response, 'model') ?? this.#model
    const responseId = textField(response, 'id')
    out.push({ type: 'start', model: this.#model, ...defined({ responseId }) })
  }

  /**
   * Some servers give every item the same position: an announced item is a new one, unless it is a repetition of the
   * known one.
   */
  #announce(event: ResponsesEvent, out: ProviderEvent[]): void {
    const known = this.#knownItem(event)
    const id = textField(event.item, 'id')
    if (known !== undefined && id !== undefined && known.id === id) return
    known?.close(out)
    this.#addItem(event, event.item, out)
  }

  #addItem(event: ResponsesEvent, item: unknown, out: ProviderEvent[]): ResponsesOutputItem | undefined {
    this.#start(undefined, out)
    if (!isJsonObject(item)) return undefined
    const added = new ResponsesOutputItem(item, {
      newIndex: () => this.#nextIndex++,
      newToolCallId: this.#options.newToolCallId,
      runsCustomTools: this.#options.runsCustomTools ?? false,
    })
    this.#items.push(added)
    const { output_index: position } = event
    const id = idOf(event)
    if (id !== undefined) this.#itemAt.set(id, added)
    if (position !== undefined || id === undefined) this.#itemAt.set(position ?? 0, added)
    added.begin(out)
    return added
  }

  /** Finds an item by position, and by id only if there is no position: some servers change or repeat ids. */
  #knownItem(event: ResponsesEvent): ResponsesOutputItem | undefined {
    return this.#itemAt.get(event.output_index ?? idOf(event) ?? 0)
  }

  #itemOf(event: ResponsesEvent, out: ProviderEvent[]): ResponsesOutputItem | undefined {
    const known = this.#knownItem(event)
    if (known !== undefined) return known
    const type = ITEM_TYPE_OF_DELTA[event.type ?? '']
    return type === undefined ? undefined : this.#addItem(event, { type }, out)
  }

  #finishItem(event: ResponsesEvent, out: ProviderEvent[]): void {
    const item = this.#knownItem(event) ?? this.#addItem(event, event.item, out)
    if (item === undefined || !isJsonObject(event.item)) return
    item.finish(event.item, this.#lastReasoningId, out)
    if (event.item['type'] === 'reasoning') this.#lastReasoningId = textField(event.item, 'id')
  }

  #done(response: unknown, out: ProviderEvent[]): void {
    if (field(response, 'status') === 'failed') return this.#fail(field(response, 'error'), out)
    this.#start(response, out)
    this.#model = textField(response, 'model') ?? this.#model
    this.#takeUnstreamedOutput(field(response, 'output'), out)
    for (const item of this.#items) item.close(out)
    this.ended = true
    const finishReason = this.#finishReason(response)
    const thinkingWithheld = withheldThinking(response)
    out.push({
      type: 'done',
      finishReason,
      model: this.#model,
      usage: responsesUsage(response),
      ...defined({
        thinkingWithheld: thinkingWithheld.length > 0 ? thinkingWithheld : undefined,
        cacheDiagnosis: openaiDiagnosis(field(response, 'prompt_cache_diagnostics')),
      }),
    })
  }

  /** Some servers send the whole response in the last event only. */
  #takeUnstreamedOutput(output: unknown, out: ProviderEvent[]): void {
    if (this.#items.length > 0 || !Array.isArray(output)) return
    for (const [index, item] of output.entries()) this.#finishItem({ output_index: index, item }, out)
  }

  #finishReason(response: unknown): FinishReason {
    const status = textField(response, 'status')
    const reason = textField(field(response, 'incomplete_details'), 'reason')
    if (status === 'incomplete' || reason !== undefined) return INCOMPLETE[reason ?? ''] ?? 'UNKNOWN'
    if (this.#items.some((item) => item.isCall)) return 'TOOL_USE'
    if (this.#items.some((item) => item.refused)) return 'CONTENT_FILTER'
    return status === undefined || status === 'completed' ? 'STOP' : 'UNKNOWN'
  }

  #fail(error: unknown, out: ProviderEvent[]): void {
    this.ended = true
    out.push({ type: 'error', error: this.#options.toError(error) })
  }
}

/** Counts the reasoning items that were withheld from the model, by reason. */
function withheldThinking(response: unknown): readonly WithheldThinking[] {
  const counts = new Map<string, number>()
  for (const change of listField(response, 'input_transformations')) {
    const isRemoval = textField(change, 'type') === 'reasoning' && textField(change, 'action') === 'removed'
    const reason = textField(change, 'reason') ?? 'unknown'
    if (isRemoval) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count }))
}

function idOf(event: ResponsesEvent): string | undefined {
  return event.item_id ?? textField(event.item, 'id')
}
