import type { Citation, ContentBlock } from '../../src/shared/content.ts'
import type { AppError } from '../../src/shared/app-error.ts'
import type { FinishReason, TokenUsage } from '../../src/shared/usage.ts'
import { isJsonObject } from '../../src/shared/json.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { ModelRequest, Provider, ProviderEvent } from '../../src/main/core/ports/provider-ports.ts'
import { createAnthropicProvider } from '../../src/main/adapters/providers/anthropic/anthropic-provider.ts'
import { createGoogleProvider } from '../../src/main/adapters/providers/google/google-provider.ts'
import { createOpenaiProvider } from '../../src/main/adapters/providers/openai/openai-provider.ts'
import type { Playback } from './play-recording.ts'

export type ProviderApi = 'anthropic' | 'openai' | 'google'

export const TEST_KEY = 'sk-test-0123456789'

const CREATE = { anthropic: createAnthropicProvider, openai: createOpenaiProvider, google: createGoogleProvider }
const PATH: Readonly<Record<ProviderApi, string>> = { anthropic: '', openai: '/v1', google: '' }
const MODEL: Readonly<Record<ProviderApi, string>> = {
  anthropic: 'claude-haiku-4-5',
  openai: 'gpt-5.5',
  google: 'gemini-3-pro-preview',
}

export function providerAt(wire: ProviderApi, url: string, idleTimeoutMs = 20_000): Provider {
  return CREATE[wire]({ key: TEST_KEY, baseUrl: url + PATH[wire], idleTimeoutMs })
}

export function providerFor(wire: ProviderApi, playback: Playback, idleTimeoutMs?: number): Provider {
  return providerAt(wire, playback.url, idleTimeoutMs)
}

export function helloRequest(wire: ProviderApi, changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: MODEL[wire],
    thinkingLevel: 'low',
    system: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: [],
    maxOutputTokens: 4096,
    ...changes,
  }
}

export async function eventsOf(
  provider: Provider,
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<ProviderEvent[]> {
  let calls = 0
  const newToolCallId = (): string => `call_${++calls}`
  return Array.fromAsync(provider.stream(request, { signal, newToolCallId }))
}

/** The accumulated result of a stream's events, after checking the guarantees of streams. */
export interface Outcome {
  readonly model: string
  readonly responseId: string | undefined
  readonly finishReason: FinishReason | undefined
  readonly paused: boolean
  /** Null: none was reported; undefined: the answer did not end successfully. */
  readonly usage: TokenUsage | null | undefined
  readonly error: AppError | undefined
  readonly blocks: readonly ContentBlock[]
}

interface Draft {
  type: 'text' | 'thinking' | 'tool_call'
  text: string
  id: string
  name: string
  done: boolean
  providerId: string | undefined
  data: JsonObject | undefined
  readonly citations: Citation[]
}

/**
 * Accumulates the events. Throws if they violate a guarantee of provider-ports.ts: order, dense indexes, one terminal
 * event, paired call events.
 */
export function outcomeOf(events: readonly ProviderEvent[], provider: Provider): Outcome {
  const drafts: Draft[] = []
  const [start] = events
  const last = events.at(-1)
  for (const event of events) {
    if (event !== last && (event.type === 'done' || event.type === 'error')) throw new Error('an event after the end')
    if (event !== start && event.type === 'start') throw new Error('two starts')
    if ('blockIndex' in event) addTo(drafts, event)
  }
  if (last?.type !== 'done' && last?.type !== 'error') throw new Error('no end')
  if (last.type === 'done' && start?.type !== 'start') throw new Error('no start')
  if (last.type === 'done' && drafts.some((draft) => draft.type === 'tool_call' && !draft.done))
    throw new Error('open call')
  const model = last.type === 'done' ? last.model : start?.type === 'start' ? start.model : ''
  return {
    model,
    responseId: start?.type === 'start' ? start.responseId : undefined,
    finishReason: last.type === 'done' ? last.finishReason : undefined,
    paused: last.type === 'done' && last.paused === true,
    usage: last.type === 'done' ? last.usage : undefined,
    error: last.type === 'error' ? last.error : undefined,
    blocks: drafts.map((draft) => blockOf(draft, { provider: provider.name, model, endpoint: provider.endpoint })),
  }
}

type BlockEvent = Extract<ProviderEvent, { blockIndex: number }>

function addTo(drafts: Draft[], event: BlockEvent): void {
  if (event.blockIndex > drafts.length) throw new Error(`block ${event.blockIndex} began before block ${drafts.length}`)
  const type = typeOf(event)
  const draft = (drafts[event.blockIndex] ??= {
    type,
    text: '',
    id: '',
    name: '',
    done: false,
    providerId: undefined,
    data: undefined,
    citations: [],
  })
  if (event.type === 'block_retyped') {
    if (draft.type === 'tool_call') throw new Error('a call cannot be retyped')
    draft.type = event.blockType
    draft.data = undefined
    return
  }
  if (draft.type !== type) throw new Error(`a ${type} event in a ${draft.type} block`)
  if (event.type === 'text_delta' || event.type === 'thinking_delta') {
    if (event.text === '') throw new Error('an empty delta')
    draft.text += event.text
  } else if (event.type === 'block_data') {
    if (Object.keys(event.providerData).length > 0) draft.data = { ...draft.data, ...event.providerData }
    draft.providerId = event.providerId ?? draft.providerId
  } else if (event.type === 'citations') {
    draft.citations.push(...event.citations)
  } else if (event.type === 'tool_call_start') {
    draft.id = event.id
    draft.name = event.name
  } else if (draft.id !== event.id || draft.done) throw new Error('a call event out of place')
  else if (event.type === 'tool_call_delta') draft.text += event.jsonFragment
  else draft.done = true
}

function typeOf(event: BlockEvent): Draft['type'] {
  if (event.type === 'block_data' || event.type === 'block_retyped') return event.blockType
  if (event.type === 'text_delta' || event.type === 'citations') return 'text'
  return event.type === 'thinking_delta' ? 'thinking' : 'tool_call'
}

function blockOf(draft: Draft, stamp: { provider: string; model: string; endpoint: string }): ContentBlock {
  const rest = { ...stamp, ...(draft.data === undefined ? {} : { provider_data: draft.data }) }
  if (draft.type === 'thinking') return { type: 'thinking', text: draft.text, ...rest }
  if (draft.type === 'text') {
    const { text, citations } = draft
    return { type: 'text', text, ...(citations.length > 0 && { citations }), ...rest }
  }
  const { id, name, providerId } = draft
  const named = {
    type: draft.type,
    id,
    name,
    ...(providerId === undefined ? {} : { provider_id: providerId }),
    ...rest,
  }
  if (!draft.done) return { ...named, arguments: {}, malformed_arguments: draft.text }
  try {
    const value: unknown = JSON.parse(draft.text)
    if (isJsonObject(value)) return { ...named, arguments: value }
  } catch {
    // Not JSON: kept as it is.
  }
  return { ...named, arguments: {}, malformed_arguments: draft.text }
}
