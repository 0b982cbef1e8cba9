import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { ModelRequest, Provider, ProviderCallOptions, ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { RequestRefusals, resentIfRefused } from '../request-refusals.ts'
import { endpointStamp } from '../endpoint-stamp.ts'
import { type ListedModel, listedModels, noList } from '../listed-models.ts'
import { openaiError, openaiErrorBody } from '../openai-error.ts'
import { withoutKey } from '../provider-error.ts'
import { idleTimeout } from '../provider-connection.ts'
import type { ProviderConnection } from '../provider-connection.ts'
import { responsesPictures } from '../responses-pictures.ts'
import { ResponsesStream } from '../responses-stream.ts'
import type { ResponsesEvent } from '../responses-stream.ts'
import { runStream } from '../run-stream.ts'
import type { StreamWatch } from '../watch-stream.ts'
import { openaiRequest } from './openai-request.ts'
import { openaiThinking } from './openai-thinking.ts'
import { readFailure } from '../sdk-failure.ts'
import { field, textField } from '../wire-value.ts'
import { ownHostFetch } from '../../own-host-fetch.ts'

const OWN_HOST = 'api.openai.com'

/** Creates the provider for OpenAI's Responses API, stateless (`store: false`). */
export function createOpenaiProvider(connection: ProviderConnection): Provider {
  const endpoint = endpointStamp('responses', OWN_HOST, connection.baseUrl)
  // False after the organisation was refused summaries once; kept as long as this instance.
  let summaries = true
  const refusals = new RequestRefusals({
    server: `openai ${endpoint}`,
    facts: connection.facts,
    adapterParts: ['stream_padding'],
    render: (request) => openaiRequest(request, { provider: 'openai', endpoint, summaries }),
  })
  const render = (request: ModelRequest): JsonObject => refusals.body(request)

  async function connect(fetchFunction: typeof fetch) {
    const { default: OpenAI } = await import('openai')
    return new OpenAI({
      apiKey: connection.key,
      baseURL: connection.baseUrl ?? `https://${OWN_HOST}/v1`,
      maxRetries: 0,
      logLevel: 'off',
      fetch: fetchFunction,
    })
  }

  async function post(request: ModelRequest, watch: StreamWatch): Promise<AsyncIterable<ResponsesEvent>> {
    const client = await connect(watch.fetch)
    const send = (body: JsonObject) =>
      client.post<AsyncIterable<ResponsesEvent>>('/responses', { body, stream: true, signal: watch.signal })
    try {
      return await resentIfRefused(request, { render, send, refusals })
    } catch (cause) {
      if (!summaries || !isSummaryRefusal(cause)) throw cause
      summaries = false
      return resentIfRefused(request, { render, send, refusals })
    }
  }

  function stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent> {
    return runStream<ResponsesEvent>({
      provider: 'openai',
      signal: options.signal,
      key: connection.key,
      idleTimeoutMs: idleTimeout(connection, thinks(request) ? 'silent' : 'steady'),
      mapper: new ResponsesStream(request.model, {
        newToolCallId: options.newToolCallId,
        toError: (error) => openaiErrorBody('openai', error),
      }),
      open: (watch) => post(request, watch),
      toError: (cause) => openaiError('openai', cause),
    })
  }

  async function listModels(signal: AbortSignal): Promise<Result<readonly ModelInfo[]>> {
    try {
      const client = await connect(ownHostFetch)
      const rows = listedModels(await client.get<unknown>('/models', { signal }))
      if (rows === null) return noList('openai')
      refusals.forget()
      return ok(rows.filter(({ id }) => isChatModel(id)).map(modelInfo))
    } catch (cause) {
      return err(withoutKey(openaiError('openai', cause), connection.key))
    }
  }

  const { leftOut } = refusals
  return { name: 'openai', endpoint, stream, render, leftOut, picturesIn: responsesPictures, listModels }
}

/** Returns whether the model reasons: summaries of the reasoning arrive late, or not at all. */
function thinks({ model, thinkingLevel, maxOutputTokens }: ModelRequest): boolean {
  return openaiThinking(model, thinkingLevel, maxOutputTokens).maxOutputTokens === null
}

/** The list also contains models for speech, images and embeddings, without stating the purpose of each. */
function isChatModel(id: string): boolean {
  return (
    /^(gpt-|chatgpt-|chat-latest$|o\d)/.test(id) && !/audio|realtime|transcribe|tts|image|search|instruct|live/.test(id)
  )
}

function modelInfo(model: ListedModel): ModelInfo {
  return {
    provider: 'openai',
    id: model.id,
    name: model.id,
    contextWindow: null,
    maxOutput: null,
    prices: [],
    endsOn: textField(model, 'shutdown_date')?.slice(0, 10) ?? null,
    thinking: null,
  }
}

/**
 * Matches the 400 for organisations without access to reasoning summaries
 * (docs/behaviour/providers.md#openai-responses).
 */
function isSummaryRefusal(cause: unknown): boolean {
  const { status, body } = readFailure(cause)
  if (status !== 400) return false
  return field(body, 'param') === 'reasoning.summary' || /reasoning\.summary/.test(textField(body, 'message') ?? '')
}
