import type { AppError } from '../../../../shared/app-error.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import type { ModelListResult, ModelRequest, Provider, ProviderCallOptions } from '../../../core/ports.ts'
import { endpointStamp } from '../endpoint-stamp.ts'
import { openaiError, openaiErrorBody } from '../openai-error.ts'
import type { ProviderConnection } from '../provider-connection.ts'
import { withoutKey } from '../provider-error.ts'
import { ResponsesStream } from '../responses-stream.ts'
import type { ResponsesEvent } from '../responses-stream.ts'
import { runStream } from '../run-stream.ts'
import { readFailure } from '../sdk-failure.ts'
import type { StreamWatch } from '../watch-stream.ts'
import { numberField, textField } from '../wire-value.ts'
import { chatRequest } from './chat-request.ts'
import { ChatStream } from './chat-stream.ts'
import { compatibleFetch } from './compatible-fetch.ts'
import { DoneMarker } from './done-marker.ts'
import { responsesRequest } from './responses-request.ts'
import type { Vendor, VendorThinking } from './vendor.ts'

const PATHS = { chat: '/chat/completions', responses: '/responses' } as const

/** A vendor who speaks OpenAI's Chat Completions or Responses API, in his own dialect. */
export function createCompatibleProvider(vendor: Vendor, connection: ProviderConnection): Provider {
  const endpoint = endpointStamp(vendor.api, new URL(vendor.baseUrl).host, connection.baseUrl)
  // Remembered for the life of this instance: models that refused to be kept from thinking.
  const mustThink = new Set<string>()
  const toError = (cause: unknown): AppError => withoutKey(openaiError(vendor.name, cause), connection.key)
  const errorOf = (body: unknown): AppError => withoutKey(openaiErrorBody(vendor.name, body), connection.key)

  function thinkingOf({ model, thinkingLevel }: ModelRequest): VendorThinking {
    const thinking = vendor.thinking(model, thinkingLevel)
    if (!mustThink.has(model) || thinkingLevel !== 'none' || vendor.leastThinking === undefined) return thinking
    return { ...thinking, thinks: true, fields: vendor.leastThinking }
  }

  function render(request: ModelRequest): JsonObject {
    const body = vendor.api === 'chat' ? chatRequest : responsesRequest
    return body(request, vendor, thinkingOf(request), endpoint)
  }

  async function connect(fetchFunction: typeof fetch) {
    const { default: OpenAI } = await import('openai')
    return new OpenAI({
      // The SDK insists on a key; servers on this machine mostly have none, and get no header then.
      apiKey: connection.key === '' ? 'none' : connection.key,
      ...(connection.key === '' ? { defaultHeaders: { Authorization: null } } : {}),
      baseURL: connection.baseUrl ?? vendor.baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      organization: null,
      project: null,
      fetch: fetchFunction,
    })
  }

  async function post<WireEvent>(request: ModelRequest, watch: StreamWatch): Promise<AsyncIterable<WireEvent>> {
    const client = await connect(compatibleFetch(watch.fetch, 'stream'))
    const send = () =>
      client.post<AsyncIterable<WireEvent>>(PATHS[vendor.api], {
        body: render(request),
        stream: true,
        signal: watch.signal,
      })
    try {
      return await send()
    } catch (cause) {
      if (mustThink.has(request.model) || !refusesNoThinking(vendor, request, cause)) throw cause
      mustThink.add(request.model)
      return send()
    }
  }

  const shared = { provider: vendor.name, idleTimeoutMs: connection.idleTimeoutMs, toError }

  function streamChat(request: ModelRequest, { signal, newToolCallId }: ProviderCallOptions) {
    const marker = new DoneMarker()
    const options = { newToolCallId, toError: errorOf, sawDone: () => marker.seen }
    return runStream<unknown>({
      ...shared,
      signal,
      mapper: new ChatStream(request.model, options),
      open: (watch) => post(request, watch),
      onChunk: (chunk) => marker.hear(chunk),
    })
  }

  function streamResponses(request: ModelRequest, { signal, newToolCallId }: ProviderCallOptions) {
    return runStream<ResponsesEvent>({
      ...shared,
      signal,
      mapper: new ResponsesStream(request.model, { newToolCallId, toError: errorOf }),
      open: (watch) => post(request, watch),
    })
  }

  async function listModels(signal: AbortSignal): Promise<ModelListResult> {
    try {
      const models: ModelInfo[] = []
      const client = await connect(compatibleFetch(fetch, 'json'))
      for await (const model of client.models.list({ signal })) {
        if (vendor.isChatModel?.(model.id) ?? true) models.push(modelInfo(vendor, model))
      }
      return { ok: true, models }
    } catch (cause) {
      return { ok: false, error: toError(cause) }
    }
  }

  return {
    name: vendor.name,
    endpoint,
    stream: vendor.api === 'chat' ? streamChat : streamResponses,
    render,
    listModels,
  }
}

function refusesNoThinking(vendor: Vendor, request: ModelRequest, cause: unknown): boolean {
  if (request.thinkingLevel !== 'none') return false
  const { status, body } = readFailure(cause)
  return status === 400 && vendor.refusesNoThinking?.(textField(body, 'message') ?? '') === true
}

const GATEWAY_PREFIXES: Readonly<Partial<Record<Vendor['name'], string>>> = {
  openrouter: 'openrouter/',
  local: 'local/',
}

/** `id` as a person types it. OpenRouter and vLLM tell the context window. */
function modelInfo(vendor: Vendor, model: { readonly id: string }): ModelInfo {
  return {
    provider: vendor.name,
    id: `${GATEWAY_PREFIXES[vendor.name] ?? ''}${model.id}`,
    name: textField(model, 'name') ?? model.id,
    contextWindow: numberField(model, 'context_length') ?? numberField(model, 'max_model_len') ?? null,
    maxOutput: null,
    price: null,
    endsOn: null,
    thinking: null,
  }
}
