import type { GenerateContentConfig, GenerateContentParameters } from '@google/genai'

import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type {
  DrawnPicture,
  ModelRequest,
  Provider,
  ProviderCallOptions,
  ProviderEvent,
} from '../../../core/ports/provider-ports.ts'
import { RequestRefusals, resentIfRefused } from '../request-refusals.ts'
import { endpointStamp } from '../endpoint-stamp.ts'
import { withoutKey } from '../provider-error.ts'
import { idleTimeout, namesOf, type ProviderConnection } from '../provider-connection.ts'
import { runStream } from '../run-stream.ts'
import type { StreamWatch } from '../watch-stream.ts'
import { parseJson } from '../wire-value.ts'
import { WrittenObjects } from '../written-objects.ts'
import { BodyTail } from './body-tail.ts'
import { googleError } from './google-errors.ts'
import { googleRequest } from './google-request.ts'
import { chunksIn, type GoogleChunk } from './google-chunk.ts'
import { GoogleStream } from './google-stream.ts'
import { googleThinking } from './google-thinking.ts'
import { WrittenArguments } from './written-arguments.ts'
import type { ContentBlock } from '../../../../shared/content.ts'
import { defined } from '../../../../shared/defined.ts'
import { ownHostFetch } from '../../own-host-fetch.ts'

const OWN_HOST = 'generativelanguage.googleapis.com'

/** Creates the provider for Google's Gemini models, through generateContentStream. */
export function createGoogleProvider(connection: ProviderConnection): Provider {
  const endpoint = endpointStamp('generate_content', OWN_HOST, connection.baseUrl)
  const { provider, server, source } = namesOf(connection, 'google')
  const write = connection.endpoint?.body ?? ((body: JsonObject) => body)
  const dressed = connection.endpoint?.fetch ?? ((inner: typeof fetch) => inner)
  const refusals = new RequestRefusals({
    server: `${server} ${endpoint}`,
    facts: connection.facts,
    render: (request) => write(googleRequest(request, { provider, endpoint }), request),
  })
  const render = (request: ModelRequest): JsonObject => refusals.body(request)

  async function connect(fetchFunction: typeof fetch) {
    const { GoogleGenAI } = await import('@google/genai')
    const baseUrl = connection.baseUrl ?? `https://${OWN_HOST}`
    const apiKey = connection.key === '' ? 'none' : connection.key
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl, fetch: dressed(fetchFunction) } })
  }

  async function open(
    request: ModelRequest,
    watch: StreamWatch,
    refused: RefusedHeaders,
  ): Promise<AsyncIterable<GoogleChunk>> {
    const written = new WrittenObjects()
    const client = await connect(written.fetch(refused.noteIn(watch.fetch)))
    const send = (body: JsonObject) =>
      client.models.generateContentStream(sdkParameters(request.model, written.marked(body), watch.signal))
    return resentIfRefused(request, { render, send, refusals })
  }

  function stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent> {
    const written = new WrittenArguments()
    const mapper = new GoogleStream(request.model, options.newToolCallId, written)
    const tail = new BodyTail()
    const refused = new RefusedHeaders()
    return runStream<GoogleChunk>({
      provider: source,
      signal: options.signal,
      key: connection.key,
      idleTimeoutMs: idleTimeout(connection, thinks(request) ? 'silent' : 'steady'),
      mapper,
      open: (watch) => open(request, watch, refused),
      toError: (cause) => googleError(cause, refused.headers, source),
      onChunk: (chunk) => {
        tail.push(chunk)
        written.push(chunk)
      },
      salvage: (cause, out) => {
        if (!isUnframed(cause)) return
        for (const chunk of chunksIn(parseJson(tail.text()))) mapper.push(chunk, out)
        mapper.finish(out)
      },
    })
  }

  async function listModels(signal: AbortSignal): Promise<Result<readonly ModelInfo[]>> {
    try {
      const models: ModelInfo[] = []
      const client = await connect(ownHostFetch)
      const pages = await client.models.list({ config: { pageSize: 1000, abortSignal: signal } })
      for await (const model of pages) models.push(...modelInfo(model))
      refusals.forget()
      return ok(models)
    } catch (cause) {
      return err(withoutKey(googleError(cause, undefined, source), connection.key))
    }
  }

  const { leftOut } = refusals
  return { name: provider, endpoint, stream, render, leftOut, picturesIn: googlePictures, listModels }
}

/** Returns whether the model thinks: the first thought summary may then take minutes. */
function thinks({ model, thinkingLevel, maxOutputTokens }: ModelRequest): boolean {
  return googleThinking(model, thinkingLevel, maxOutputTokens).thinkingConfig?.['includeThoughts'] === true
}

/** Records the headers of a refused request, which the SDK's errors lack. */
class RefusedHeaders {
  headers: Headers | undefined

  noteIn(inner: typeof fetch): typeof fetch {
    return async (input, init) => {
      const response = await inner(input, init)
      if (!response.ok) this.headers = response.headers
      return response
    }
  }
}

/** Matches the SDK's error for a body that ended in the middle of an event. */
function isUnframed(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith('Incomplete JSON segment')
}

/**
 * Splits the body into the SDK's parameters, from which it builds the body again. Its automatic continuation and
 * function calling would make requests on their own; the conversation loop does both.
 */
function sdkParameters(model: string, body: JsonObject, abortSignal: AbortSignal): GenerateContentParameters {
  const { contents, systemInstruction, tools, toolConfig, generationConfig, serviceTier } = body
  const config: GenerateContentConfig = {
    ...(isJsonObject(generationConfig) ? generationConfig : {}),
    ...(isContent(systemInstruction) ? { systemInstruction } : {}),
    ...(isToolList(tools) ? { tools } : {}),
    ...(isToolConfig(toolConfig) ? { toolConfig } : {}),
    ...(isServiceTier(serviceTier) ? { serviceTier } : {}),
    ...defined({ httpOptions: needsBeta(body) ? { apiVersion: 'v1beta' } : undefined }),
    automaticContinuation: false,
    automaticFunctionCalling: { disable: true },
    abortSignal,
  }
  return { model, contents: isContentList(contents) ? contents : [], config }
}

// googleRequest builds the SDK's types; test/adapters/providers checks this against their schemas.
function isContent(value: unknown): value is NonNullable<GenerateContentConfig['systemInstruction']> {
  return value !== undefined
}

function isToolList(value: unknown): value is NonNullable<GenerateContentConfig['tools']> {
  return Array.isArray(value)
}

function isToolConfig(value: unknown): value is NonNullable<GenerateContentConfig['toolConfig']> {
  return value !== undefined
}

function isServiceTier(value: unknown): value is NonNullable<GenerateContentConfig['serviceTier']> {
  return value !== undefined
}

/** Service tiers, schemas and the provider's own tools are documented for this version of the API. */
function needsBeta({ serviceTier, tools, generationConfig }: JsonObject): boolean {
  const isSchema = isJsonObject(generationConfig) && generationConfig['responseJsonSchema'] !== undefined
  return serviceTier !== undefined || isSchema || (Array.isArray(tools) && tools.length > 1)
}

function isContentList(value: unknown): value is GenerateContentParameters['contents'] {
  return Array.isArray(value)
}

interface ListedModel {
  readonly name?: string
  readonly displayName?: string
  readonly inputTokenLimit?: number
  readonly outputTokenLimit?: number
  readonly supportedActions?: readonly string[]
}

/**
 * The list also contains models for embeddings, images or speech, and families that this provider's names do not cover.
 */
function modelInfo(model: ListedModel | null): ModelInfo[] {
  const id = typeof model?.name === 'string' ? model.name.replace(/^models\//, '') : undefined
  if (model === null || id === undefined || !/^(gemini|gemma)-/.test(id) || /embedding|image|tts|audio|live/.test(id))
    return []
  if (Array.isArray(model.supportedActions) && !model.supportedActions.includes('generateContent')) return []
  return [
    {
      provider: 'google',
      id,
      name: model.displayName ?? id,
      contextWindow: model.inputTokenLimit ?? null,
      maxOutput: model.outputTokenLimit ?? null,
      prices: [],
      endsOn: null,
      thinking: null,
    },
  ]
}

/** Returns the picture of a block that holds a part with one. */
export function googlePictures({ provider_data: data }: ContentBlock): readonly DrawnPicture[] {
  const part = data?.['part']
  const inline = isJsonObject(part) ? part['inlineData'] : undefined
  if (!isJsonObject(inline)) return []
  const { mimeType, data: base64 } = inline
  const isPicture = typeof mimeType === 'string' && mimeType.startsWith('image/') && typeof base64 === 'string'
  return isPicture ? [{ mediaType: mimeType, data: base64 }] : []
}
