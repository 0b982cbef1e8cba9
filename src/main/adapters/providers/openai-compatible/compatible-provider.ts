import type { AppError } from '../../../../shared/app-error.ts'
import type { ContentBlock } from '../../../../shared/content.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import { gatewayPrefix } from '../../../../shared/model-spec-text.ts'
import type { OptionalPartName } from '../../../../shared/model-options.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type {
  DrawnPicture,
  ModelRequest,
  Provider,
  ProviderCallOptions,
  ProviderEvent,
} from '../../../core/ports/provider-ports.ts'
import { RequestRefusals, resentIfRefused, type AnswerableRequest } from '../request-refusals.ts'
import { endpointStamp } from '../endpoint-stamp.ts'
import { LINES } from '../event-frames.ts'
import { LearnedFacts } from '../learned-facts.ts'
import { type ListedModel, listedModels, noList } from '../listed-models.ts'
import { openaiError, openaiErrorBody } from '../openai-error.ts'
import { idleTimeout, namesOf } from '../provider-connection.ts'
import type { ProviderConnection, Quietness } from '../provider-connection.ts'
import { type ErrorSource, withoutKey } from '../provider-error.ts'
import { ResponsesStream } from '../responses-stream.ts'
import type { ResponsesEvent } from '../responses-stream.ts'
import { responsesPictures } from '../responses-pictures.ts'
import { runStream } from '../run-stream.ts'
import type { StreamCall } from '../run-stream.ts'
import { forbidsTools } from '../tool-choice.ts'
import { readFailure } from '../sdk-failure.ts'
import type { StreamWatch } from '../watch-stream.ts'
import { numberField, textField } from '../wire-value.ts'
import { chatRequest } from './chat-request.ts'
import { ChatStream } from './chat-stream.ts'
import { compatibleFetch } from './compatible-fetch.ts'
import { listedPrice } from './listed-price.ts'
import { responsesRequest } from './responses-request.ts'
import { likelyStart } from './think-tags.ts'
import type { Vendor, VendorThinking } from './vendor.ts'
import { defined } from '../../../../shared/defined.ts'
import { ownHostFetch } from '../../own-host-fetch.ts'

/** The fact whether the chat template of a model begins its thinking. */
const ANSWER_START = 'answer start'

const PATHS = { chat: '/chat/completions', responses: '/responses' } as const

/**
 * Creates the provider for a vendor that implements OpenAI's Chat Completions or Responses API with differences of its
 * own.
 */
export function createCompatibleProvider(vendor: Vendor, connection: ProviderConnection): Provider {
  return new CompatibleProvider(vendor, connection)
}

class CompatibleProvider implements Provider {
  readonly name: Vendor['name']
  readonly endpoint: string
  readonly #vendor: Vendor
  readonly #connection: ProviderConnection
  readonly #server: string
  readonly #source: ErrorSource
  readonly #facts: LearnedFacts
  readonly #refusals: RequestRefusals

  constructor(vendor: Vendor, connection: ProviderConnection) {
    this.#vendor = vendor
    this.#connection = connection
    this.name = vendor.name
    this.endpoint = endpointStamp(vendor.api, new URL(vendor.baseUrl).host, connection.baseUrl)
    const { server, source } = namesOf(connection, vendor.name)
    this.#source = source
    this.#server = `${server} ${this.endpoint}`
    this.#facts = connection.facts ?? new LearnedFacts()
    this.#refusals = new RequestRefusals({
      server: this.#server,
      facts: this.#facts,
      adapterParts: vendor.api === 'chat' && vendor.asksForUsage ? ['stream_options'] : [],
      render: (request) => this.#body(request),
    })
  }

  stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent> {
    return this.#vendor.api === 'chat' ? this.#streamChat(request, options) : this.#streamResponses(request, options)
  }

  render(request: ModelRequest): JsonObject {
    return this.#refusals.body(request)
  }

  #body(request: AnswerableRequest): JsonObject {
    const body = this.#vendor.api === 'chat' ? chatRequest : responsesRequest
    const { onlyAutoToolChoice = false } = this.#vendor
    const adapted = onlyAutoToolChoice && forbidsTools(request) ? { ...request, tools: [] } : request
    const written = body(adapted, this.#vendor, this.#thinkingOf(request), this.endpoint)
    return this.#connection.endpoint?.body(written, request) ?? written
  }

  firstWriteMinimum(model: string): number | null {
    return this.#vendor.firstWriteMinimum?.(model) ?? null
  }

  echoedTool(request: ModelRequest): string | null {
    const { echoedTool: tool } = this.#vendor
    return tool !== undefined && request.options?.[tool.option] === true ? tool.name : null
  }

  leftOut(request: ModelRequest): readonly OptionalPartName[] {
    return this.#refusals.leftOut(request)
  }

  picturesIn(block: ContentBlock): readonly DrawnPicture[] {
    return responsesPictures(block)
  }

  async listModels(signal: AbortSignal): Promise<Result<readonly ModelInfo[]>> {
    try {
      const client = await this.#connect(compatibleFetch(ownHostFetch, 'json'))
      const rows = listedModels(await client.get<unknown>('/models', { signal }))
      if (rows === null) return noList(this.#source)
      this.#refusals.forget()
      const chats = rows.filter(({ id }) => this.#vendor.isChatModel?.(id) ?? true)
      return ok(chats.map((row) => modelInfo(this.#vendor, row)))
    } catch (cause) {
      return err(withoutKey(openaiError(this.#source, cause), this.#connection.key))
    }
  }

  #streamChat(request: ModelRequest, { signal, newToolCallId }: ProviderCallOptions): AsyncIterable<ProviderEvent> {
    const marker = new DoneMarker()
    const toError = (body: unknown): AppError => openaiErrorBody(this.#source, body)
    const echoed = this.#vendor.echoedTool
    const { hasUnknownTemplates = false } = this.#vendor
    const start = { server: this.#server, model: request.model, name: ANSWER_START }
    const mapper = new ChatStream(request.model, {
      newToolCallId,
      toError,
      sawDone: () => marker.seen,
      echoed,
      ...defined({ start: hasUnknownTemplates ? likelyStart(request.model, this.#facts.find(start)) : undefined }),
      onLearned: (value) => this.#facts.learn({ ...start, value }),
    })
    return runStream<unknown>({
      ...this.#call(request, signal),
      mapper,
      onChunk: (chunk) => marker.add(chunk),
      // Only usage follows the finish reason: if the connection breaks there, the response is still complete.
      salvage: (cause, out) => {
        if (mapper.isWhole && readFailure(cause).body === undefined) mapper.finish(out)
        else mapper.release(out)
      },
    })
  }

  #streamResponses(
    request: ModelRequest,
    { signal, newToolCallId }: ProviderCallOptions,
  ): AsyncIterable<ProviderEvent> {
    const toError = (body: unknown): AppError => openaiErrorBody(this.#source, body)
    const { runsCustomTools = false } = this.#vendor
    return runStream<ResponsesEvent>({
      ...this.#call<ResponsesEvent>(request, signal),
      mapper: new ResponsesStream(request.model, { newToolCallId, toError, runsCustomTools }),
    })
  }

  #call<WireEvent>(request: ModelRequest, signal: AbortSignal): Omit<StreamCall<WireEvent>, 'mapper'> {
    return {
      provider: this.#source,
      signal,
      key: this.#connection.key,
      idleTimeoutMs: idleTimeout(this.#connection, this.#quietness(request)),
      // Some servers end events without a blank line.
      delimiters: LINES,
      open: (watch) => this.#post<WireEvent>(request, watch),
      toError: (cause) => openaiError(this.#source, cause),
    }
  }

  async #post<WireEvent>(request: ModelRequest, watch: StreamWatch): Promise<AsyncIterable<WireEvent>> {
    const client = await this.#connect(compatibleFetch(watch.fetch, 'stream'))
    return resentIfRefused(request, {
      render: (each: ModelRequest) => this.render(each),
      send: (body: JsonObject) =>
        client.post<AsyncIterable<WireEvent>>(PATHS[this.#vendor.api], { body, stream: true, signal: watch.signal }),
      refusals: this.#refusals,
    })
  }

  async #connect(fetchFunction: typeof fetch) {
    const { key, baseUrl } = this.#connection
    const { default: OpenAI } = await import('openai')
    return new OpenAI({
      // The SDK requires a key; servers on this machine mostly have none and then get no header.
      apiKey: key === '' ? 'none' : key,
      ...(key === '' ? { defaultHeaders: { Authorization: null } } : {}),
      baseURL: baseUrl ?? this.#vendor.baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      organization: null,
      project: null,
      fetch: this.#connection.endpoint?.fetch(fetchFunction) ?? fetchFunction,
    })
  }

  #quietness(request: ModelRequest): Quietness {
    const { quietness = 'steady' } = this.#vendor
    return quietness === 'silent' && !this.#thinkingOf(request).thinks ? 'steady' : quietness
  }

  #thinkingOf({ model, thinkingLevel }: ModelRequest): VendorThinking {
    return this.#vendor.thinking(model, thinkingLevel)
  }
}

/** `id` is the name that users type. OpenRouter and vLLM report the context window. */
function modelInfo(vendor: Vendor, model: ListedModel): ModelInfo {
  const price = vendor.listsPrices === true ? listedPrice(model) : null
  return {
    provider: vendor.name,
    id: gatewayPrefix(vendor.name) + model.id,
    name: textField(model, 'name') ?? model.id,
    contextWindow: numberField(model, 'context_length') ?? numberField(model, 'max_model_len') ?? null,
    maxOutput: null,
    prices: price === null ? [] : [price],
    endsOn: null,
    thinking: null,
  }
}

const MAX_END = 32

/** Detects `data: [DONE]` at the end of a body: the SDK ends its loop there in the same way as at a truncated end. */
class DoneMarker {
  #tail = ''

  add(chunk: Uint8Array): void {
    this.#tail = (this.#tail + String.fromCharCode(...chunk.subarray(-MAX_END))).slice(-MAX_END)
  }

  get seen(): boolean {
    return /(^|\n)data: ?\[DONE\]\s*$/.test(this.#tail)
  }
}
