import type { JsonObject } from '../../../src/shared/json.ts'
import type { ScriptedAnswer, ScriptedBlock, ScriptedFinish } from './answer.ts'
import { prefixDigest, spokenBlocks } from './conversation-prefix.ts'
import { argumentsText, countTokens, usageOf } from './estimate-usage.ts'
import { makeId } from './make-id.ts'
import { modelFamily } from './model-limits.ts'
import { objectOf } from './read-json.ts'
import { digest, seal } from './seal.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { splitText } from './split-text.ts'
import { namedEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'

export const SIGNATURE_PREFIX = 'ErsimA'
export const REDACTED_PREFIX = 'EmsimR'

const STOP_REASONS: Readonly<Record<ScriptedFinish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_use: 'tool_use',
  content_filter: 'refusal',
}

/** A scripted answer as `/v1/messages` streams it (docs/behaviour/providers.md#anthropic-messages). */
export function encodeAnthropic(answer: ScriptedAnswer, request: SimulatorRequest): StreamItem[] {
  const usage = usageOf(answer, request)
  const { written = 0, lifetime } = request.cacheUsage ?? {}
  const input = {
    input_tokens: usage.inputTokens - usage.cachedTokens - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: usage.cachedTokens,
    ...(request.cacheUsage !== undefined && {
      cache_creation: {
        ephemeral_5m_input_tokens: lifetime === '5m' ? written : 0,
        ephemeral_1h_input_tokens: lifetime === '1h' ? written : 0,
      },
    }),
  }
  const message = {
    model: answer.model ?? request.model,
    id: makeId('msg_01', 22),
    type: 'message',
    role: 'assistant',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    diagnostics: request.cacheDiagnosis ?? null,
    usage: { ...input, output_tokens: 1, service_tier: 'standard' },
  }
  const items: StreamItem[] = [namedEvent('message_start', { type: 'message_start', message })]
  let index = 0
  for (const block of answer.blocks) {
    if (block.type === 'hold') items.push({ type: 'hold', name: block.name ?? 'hold' })
    else items.push(...encodeBlock(block, { index: index++, request, chunkSize: answer.chunkSize }))
  }
  insertPing(items)
  const details = { output_tokens_details: { thinking_tokens: usage.thinkingTokens } }
  const delta = { stop_reason: stopReason(answer), stop_sequence: null, stop_details: stopDetails(answer) }
  const total = { ...input, output_tokens: usage.outputTokens, ...details }
  items.push(namedEvent('message_delta', { type: 'message_delta', delta, usage: total }))
  items.push(namedEvent('message_stop', { type: 'message_stop' }))
  return items
}

/** Inserts a ping after the first block's start, as the real API does. */
function insertPing(items: StreamItem[]): void {
  const start = items.findIndex((item) => item.type === 'event' && item.name === 'content_block_start')
  if (start >= 0) items.splice(start + 1, 0, namedEvent('ping', { type: 'ping' }))
}

interface BlockContext {
  readonly index: number
  readonly request: SimulatorRequest
  readonly chunkSize: number | undefined
}

function encodeBlock(block: Exclude<ScriptedBlock, { type: 'hold' }>, context: BlockContext): StreamItem[] {
  const { index, chunkSize } = context
  switch (block.type) {
    case 'thinking':
      return block.redacted === true ? redactedBlock(block.text, context) : thinkingBlock(block.text, context)
    case 'text':
    case 'refusal': {
      const deltas = splitText(block.text, chunkSize).map((text) => delta(index, { type: 'text_delta', text }, text))
      return [blockStart(index, { type: 'text', text: '' }), ...deltas, blockStop(index)]
    }
    case 'tool_call': {
      const start = { type: 'tool_use', id: block.id ?? makeId('toolu_01', 22), name: block.name, input: {} }
      const pieces = ['', ...splitText(argumentsText(block), chunkSize)]
      const deltas = pieces.map((text) => delta(index, { type: 'input_json_delta', partial_json: text }, text))
      return [blockStart(index, { ...start, caller: { type: 'direct' } }), ...deltas, blockStop(index)]
    }
  }
}

/** `display: "omitted"` is the default of the adaptive models: then only the signature is sent. */
function thinkingBlock(text: string, { index, request, chunkSize }: BlockContext): StreamItem[] {
  const thinking = objectOf(request.body['thinking'])
  const omitted =
    thinking['display'] === 'omitted' || (thinking['type'] === 'adaptive' && thinking['display'] === undefined)
  const shown = omitted ? '' : text
  const signature = seal(SIGNATURE_PREFIX, { ...binding(request), text: digest(shown) })
  return [
    blockStart(index, { type: 'thinking', thinking: '', signature: '' }),
    ...splitText(shown, chunkSize).map((piece) => delta(index, { type: 'thinking_delta', thinking: piece }, piece)),
    delta(index, { type: 'signature_delta', signature }, ''),
    blockStop(index),
  ]
}

function redactedBlock(text: string, { index, request }: BlockContext): StreamItem[] {
  const data = seal(REDACTED_PREFIX, { ...binding(request), text: digest(text) })
  return [blockStart(index, { type: 'redacted_thinking', data }), blockStop(index)]
}

/** Returns what a thinking block is bound to: the model and everything before the answer. */
function binding(request: SimulatorRequest): { model: string; count: number; prefix: string } {
  const count = spokenBlocks(request.body).length
  return { model: modelFamily(request.model), count, prefix: prefixDigest(request.body, count) }
}

function blockStart(index: number, content_block: JsonObject): StreamItem {
  return namedEvent('content_block_start', { type: 'content_block_start', index, content_block })
}

function blockStop(index: number): StreamItem {
  return namedEvent('content_block_stop', { type: 'content_block_stop', index })
}

function delta(index: number, content: JsonObject, text: string): StreamItem {
  return namedEvent('content_block_delta', { type: 'content_block_delta', index, delta: content }, countTokens(text))
}

function stopReason(answer: ScriptedAnswer): string {
  if (answer.finish !== undefined) return STOP_REASONS[answer.finish]
  if (answer.blocks.some((block) => block.type === 'refusal')) return 'refusal'
  return answer.blocks.some((block) => block.type === 'tool_call') ? 'tool_use' : 'end_turn'
}

function stopDetails(answer: ScriptedAnswer): JsonObject | null {
  return stopReason(answer) === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null
}
