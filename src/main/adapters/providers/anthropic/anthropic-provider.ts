import { cacheFacts } from '../../../../shared/cache-facts.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { ModelRequest, Provider, ProviderCallOptions, ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { RequestRefusals, resentIfRefused } from '../request-refusals.ts'
import { endpointStamp } from '../endpoint-stamp.ts'
import { type ListedModel, listedModels } from '../listed-models.ts'
import { withoutKey } from '../provider-error.ts'
import { idleTimeout, namesOf } from '../provider-connection.ts'
import type { ProviderConnection } from '../provider-connection.ts'
import { runStream } from '../run-stream.ts'
import { field, numberField, textField } from '../wire-value.ts'
import { WrittenObjects } from '../written-objects.ts'
import { anthropicError } from './anthropic-errors.ts'
import type { AnthropicEvent } from './anthropic-event.ts'
import { anthropicRequest } from './anthropic-request.ts'
import { AnthropicStream } from './anthropic-stream.ts'
import { ownHostFetch } from '../../own-host-fetch.ts'

const OWN_HOST = 'api.anthropic.com'

/** Creates the provider for Anthropic's Messages API. */
export function createAnthropicProvider(connection: ProviderConnection): Provider {
  const endpoint = endpointStamp('messages', OWN_HOST, connection.baseUrl)
  const { provider, server, source } = namesOf(connection, 'anthropic')
  const origin = { provider, endpoint }
  const tableName = connection.endpoint?.tableName ?? ((model: string) => model)
  const write = connection.endpoint?.body ?? ((body: JsonObject) => body)
  const dressed = connection.endpoint?.fetch ?? ((inner: typeof fetch) => inner)
  const refusals = new RequestRefusals({
    server: `${server} ${endpoint}`,
    facts: connection.facts,
    render: (request) => write(anthropicRequest({ ...request, model: tableName(request.model) }, origin), request),
  })
  const render = (request: ModelRequest): JsonObject => refusals.body(request)

  async function connect(fetchFunction: typeof fetch) {
    const { default: Anthropic } = await import('@anthropic-ai/sdk')
    return new Anthropic({
      apiKey: connection.key === '' ? 'none' : connection.key,
      baseURL: connection.baseUrl ?? `https://${OWN_HOST}`,
      maxRetries: 0,
      logLevel: 'off',
      fetch: dressed(fetchFunction),
      // Since 1.0 the SDK sends a bearer token; servers that imitate the API still expect the older header.
      ...(endpoint === 'messages' ? {} : { defaultHeaders: { 'x-api-key': connection.key } }),
    })
  }

  function stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent> {
    return runStream<AnthropicEvent>({
      provider: source,
      signal: options.signal,
      key: connection.key,
      // The API sends pings while the model thinks.
      idleTimeoutMs: idleTimeout(connection, 'steady'),
      mapper: new AnthropicStream(request.model, options.newToolCallId),
      open: async (watch) => {
        const written = new WrittenObjects()
        const client = await connect(written.fetch(watch.fetch))
        const send = (body: JsonObject): Promise<AsyncIterable<AnthropicEvent>> =>
          client.post('/v1/messages', { body: written.marked(body), stream: true, signal: watch.signal })
        return resentIfRefused(request, { render, send, refusals })
      },
      toError: (cause) => anthropicError(cause, source),
    })
  }

  async function listModels(signal: AbortSignal): Promise<Result<readonly ModelInfo[]>> {
    try {
      const models: ModelInfo[] = []
      const client = await connect(ownHostFetch)
      for await (const row of client.models.list({ limit: 1000 }, { signal })) {
        for (const model of listedModels([row]) ?? []) models.push(modelInfo(model))
      }
      refusals.forget()
      return ok(models)
    } catch (cause) {
      return err(withoutKey(anthropicError(cause, source), connection.key))
    }
  }

  return {
    name: provider,
    endpoint,
    stream,
    render,
    leftOut: refusals.leftOut,
    firstWriteMinimum: (model) => cacheFacts('anthropic', model).minimumTokens,
    listModels,
  }
}

function modelInfo(model: ListedModel): ModelInfo {
  return {
    provider: 'anthropic',
    id: model.id,
    name: textField(model, 'display_name') ?? model.id,
    contextWindow: numberField(model, 'max_input_tokens') ?? null,
    maxOutput: numberField(model, 'max_tokens') ?? null,
    prices: [],
    ...endOf(model),
    thinking: null,
    ...modalities(model['capabilities']),
  }
}

/**
 * When the model ends, and whether the list says it: a model whose day has passed without its being retired is overdue, and is
 * still served.
 */
function endOf(model: ListedModel): { readonly endsOn: string | null; readonly saysEnd?: true } {
  const day = textField(model, 'retires_at')?.slice(0, 10) ?? null
  const lifecycle = textField(model, 'lifecycle')
  if (lifecycle === undefined) return { endsOn: day }
  const today = new Date().toISOString().slice(0, 10)
  return { endsOn: lifecycle !== 'retired' && day !== null && day < today ? null : day, saysEnd: true }
}

/** What the model reads; nothing if the list does not say it. */
function modalities(capabilities: unknown): Partial<ModelInfo> {
  const supports = (name: string): unknown => field(field(capabilities, name), 'supported')
  if (typeof supports('image_input') !== 'boolean') return {}
  const pictures = supports('image_input') === true ? ['image'] : []
  const documents = supports('pdf_input') === true ? ['pdf'] : []
  return { modalities: { input: ['text', ...pictures, ...documents], output: ['text'] } }
}
