import type { JsonObject } from '../../../src/shared/json.ts'
import type { TokenUsage } from '../../../src/shared/usage.ts'
import type { ScriptedAnswer, ScriptedBlock, ScriptedFinish } from './answer.ts'
import { argumentsText, countTokens, usageOf } from './estimate-usage.ts'
import { makeId } from './make-id.ts'
import { wantsUsageChunk } from './simulator-request.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { splitText } from './split-text.ts'
import { dataEvent, rawEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'
import type { SimulatedHost } from './wire-format.ts'

const FINISH_REASONS: Readonly<Record<ScriptedFinish, string>> = {
  stop: 'stop',
  length: 'length',
  tool_use: 'tool_calls',
  content_filter: 'content_filter',
}

/**
 * A scripted answer as `/v1/chat/completions` streams it, in the dialect of the host
 * (docs/behaviour/providers.md#chat-completions).
 */
export function encodeChat(answer: ScriptedAnswer, request: SimulatorRequest): StreamItem[] {
  const chunk = chunkMaker(answer, request)
  const items: StreamItem[] = [chunk({ role: 'assistant', content: '', refusal: null })]
  if (request.host === 'openrouter') items.unshift(rawEvent(': OPENROUTER PROCESSING\n\n'))
  let calls = 0
  for (const block of answer.blocks) {
    if (block.type === 'hold') items.push({ type: 'hold', name: block.name ?? 'hold' })
    else if (block.type === 'tool_call') items.push(...toolCall(block, { index: calls++, answer, request, chunk }))
    else
      items.push(
        ...splitText(block.text, answer.chunkSize).map((text) => chunk(textDelta(block, text, request.host), text)),
      )
  }
  const usage = chatUsage(usageOf(answer, request), request)
  const inline = request.host === 'mistral' || request.host === 'moonshot'
  items.push(chunk({}, '', { finish: finishReason(answer), ...(inline ? { usage } : {}) }))
  if (wantsUsageChunk(request) && !inline) items.push(chunk(undefined, '', { usage }))
  items.push(rawEvent('data: [DONE]\n\n'))
  return items
}

interface ChunkEnd {
  readonly finish?: string
  readonly usage?: JsonObject
}

type MakeChunk = (delta: JsonObject | undefined, text?: string, end?: ChunkEnd) => StreamItem

/**
 * Returns a function that creates the chunks of one answer, which share their metadata; a chunk without a delta has no
 * choices.
 */
function chunkMaker(answer: ScriptedAnswer, request: SimulatorRequest): MakeChunk {
  const id = request.host === 'openrouter' ? makeId('gen-') : makeId('chatcmpl-', 29)
  const created = Math.floor(Date.now() / 1000)
  const head = { id, object: 'chat.completion.chunk', created, model: answer.model ?? request.model }
  const usageField = wantsUsageChunk(request) && request.host === 'openai' ? { usage: null } : {}
  return (delta, text = '', end = {}) => {
    const choice = { index: 0, delta: delta ?? {}, logprobs: null, finish_reason: end.finish ?? null }
    const choices = delta === undefined ? [] : [choice]
    const usage = end.usage === undefined ? usageField : { usage: end.usage }
    return dataEvent({ ...head, choices, ...usage }, countTokens(text))
  }
}

function textDelta(
  block: Exclude<ScriptedBlock, { type: 'hold' | 'tool_call' }>,
  text: string,
  host: SimulatedHost,
): JsonObject {
  if (block.type === 'text') return { content: text }
  if (block.type === 'refusal') return { refusal: text }
  return thinkingDelta(text, host)
}

/** Each vendor has its own key for thinking; OpenAI's Chat returns none. */
function thinkingDelta(text: string, host: SimulatedHost): JsonObject {
  if (host === 'mistral') return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }
  if (host !== 'openrouter') return { reasoning_content: text }
  return { reasoning: text, reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }] }
}

interface CallContext {
  readonly index: number
  readonly answer: ScriptedAnswer
  readonly request: SimulatorRequest
  readonly chunk: MakeChunk
}

function toolCall(block: Extract<ScriptedBlock, { type: 'tool_call' }>, context: CallContext): StreamItem[] {
  const { index, chunk, answer, request } = context
  const text = argumentsText(block)
  const id = block.id ?? callId(request.host, block.name, index)
  if (request.host === 'mistral') {
    return [
      chunk({ content: null, tool_calls: [{ id, index, function: { name: block.name, arguments: text } }] }, text),
    ]
  }
  const head = { index, id, type: 'function', function: { name: block.name, arguments: '' } }
  const pieces = splitText(text, answer.chunkSize)
  const deltas = pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, piece))
  return [chunk({ tool_calls: [head] }), ...deltas]
}

function callId(host: SimulatedHost, name: string, index: number): string {
  if (host === 'moonshot') return `functions.${name}:${index}`
  return host === 'mistral' ? makeId('', 9) : makeId('call_')
}

/** xAI does not count the reasoning as completion tokens (docs/behaviour/providers.md#usage). */
function chatUsage(usage: TokenUsage, { host, cacheUsage }: SimulatorRequest): JsonObject {
  const writes = (cacheUsage?.written ?? 0) > 0 ? { cache_write_tokens: cacheUsage?.written ?? 0 } : {}
  const completion = host === 'xai' ? usage.outputTokens - usage.thinkingTokens : usage.outputTokens
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: completion,
    total_tokens: usage.totalTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens, audio_tokens: 0, ...writes },
    completion_tokens_details: { reasoning_tokens: usage.thinkingTokens, audio_tokens: 0 },
  }
}

/** A refusal ends with `stop` (recorded: openai-chat/refusal.sse). */
function finishReason(answer: ScriptedAnswer): string {
  if (answer.finish !== undefined) return FINISH_REASONS[answer.finish]
  return answer.blocks.some((block) => block.type === 'tool_call') ? 'tool_calls' : 'stop'
}
