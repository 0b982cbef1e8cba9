import type { ContentBlock } from '../../src/shared/content.ts'
import type { JsonObject, JsonValue } from '../../src/shared/json.ts'
import { isJsonObject } from '../../src/shared/json.ts'
import { textField } from '../../src/main/adapters/providers/wire-value.ts'
import type { ApiProviderName } from '../../src/shared/providers.ts'
import { call, opaque } from './expected-answer.ts'
import type { ExpectedAnswer, ExpectedBlock } from './expected-answer.ts'
import { ModelConversation } from './model-conversation.ts'
import type { TestModel } from './model-conversation.ts'
import { eventsOf, helloRequest, outcomeOf } from './provider-outcome.ts'
import type { Outcome } from './provider-outcome.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import { testModelAt } from './simulated-models.ts'

/**
 * A stream written according to the provider's documented schema, for cases without a recording. A string is sent
 * unchanged (a comment, `[DONE]`).
 */
export interface BuiltStream {
  readonly events: readonly (JsonObject | string)[]
  /** `[finish reason, input, output, thinking, cached, total tokens]`, or the finish reason only. */
  readonly end?: ExpectedAnswer['end'] | string
  /** Category, retryable, provider code. */
  readonly error?: ExpectedAnswer['error']
  readonly paused?: true
  readonly responseId?: string
  readonly blocks: readonly ExpectedBlock[]
  /** Parts of JSON that the next request must contain, and must not. */
  readonly sends?: readonly string[]
  readonly withholds?: readonly string[]
}

type Played = Omit<BuiltStream, 'events' | 'sends' | 'withholds'>

/** Returns the adapter's answer to the stream, in the form of the row, after checking the guarantees of streams. */
export async function playBuilt(simulator: Simulator, host: ApiProviderName, stream: BuiltStream): Promise<Played> {
  const { provider, choice } = await testModelAt(simulator, host)
  simulator.enqueue(host, { type: 'raw', body: framed(host, stream.events) })
  const request = { ...helloRequest('openai'), model: choice.model.replace(/^(openrouter|local)\//, '') }
  const outcome = outcomeOf(await eventsOf(provider, request), provider)
  return { ...ended(outcome, stream), ...named(outcome, stream), blocks: outcome.blocks.map(described) }
}

/** Returns the row without the data that is sent. */
export function expectedOf(stream: BuiltStream): Played {
  const { events: _, sends: __, withholds: ___, ...played } = stream
  return played
}

/**
 * Returns the problems of the request that follows the stream. The simulator, as strict as the provider, has accepted
 * it.
 */
export async function replayBuilt(
  simulator: Simulator,
  host: ApiProviderName,
  stream: BuiltStream,
): Promise<Readonly<Record<'lacks' | 'leaks', readonly string[]>>> {
  const testModel: TestModel = await testModelAt(simulator, host)
  const conversation = new ModelConversation()
  conversation.user('Hi')
  simulator.enqueue(host, { type: 'raw', body: framed(host, stream.events) })
  const calls = await conversation.ask(testModel)
  for (const { id } of calls) conversation.result(id)
  if (calls.length === 0) conversation.user('Go on')
  await conversation.ask(testModel)
  const body = JSON.stringify(simulator.requests.at(-1)?.body)
  return {
    lacks: (stream.sends ?? []).filter((piece) => !body.includes(piece)),
    leaks: (stream.withholds ?? []).filter((piece) => body.includes(piece)),
  }
}

/** The result without problems. */
export const NO_FINDINGS = { lacks: [], leaks: [] }

function ended({ usage, finishReason, error, paused }: Outcome, { end }: BuiltStream): Partial<Played> {
  if (error !== undefined) {
    const { category, retryable, providerCode } = error
    return { error: providerCode === undefined ? [category, retryable] : [category, retryable, providerCode] }
  }
  const finish = finishReason ?? ''
  const { inputTokens = 0, outputTokens = 0, thinkingTokens = 0, cachedTokens = 0, totalTokens = 0 } = usage ?? {}
  const whole = [finish, inputTokens, outputTokens, thinkingTokens, cachedTokens, totalTokens] as const
  return { end: typeof end === 'string' ? finish : whole, ...(paused ? { paused: true } : {}) }
}

function named({ responseId }: Outcome, stream: BuiltStream): Partial<Played> {
  return stream.responseId === undefined || responseId === undefined ? {} : { responseId }
}

function described(block: ContentBlock): ExpectedBlock {
  if (block.type === 'tool_call')
    return call(block.name, block.malformed_arguments ?? block.arguments, block.provider_id)
  const { type, text } = block
  const kept: JsonValue | undefined = block.provider_data?.['block'] ?? block.provider_data?.['item']
  const part: JsonValue | undefined = block.provider_data?.['part']
  if (kept !== undefined) return opaque(textField(kept, 'type') ?? '')
  if (isJsonObject(part)) return opaque(Object.keys(part)[0] ?? '')
  return { type, text }
}

function framed(host: ApiProviderName, events: BuiltStream['events']): string {
  const lineEnd = host === 'google' ? '\r\n' : '\n'
  return events
    .map((event) => {
      if (typeof event === 'string') return event
      const { type } = event
      const name = typeof type === 'string' ? `event: ${type}${lineEnd}` : ''
      return `${name}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`
    })
    .join('')
}
