import type { JsonObject } from '../../../src/shared/json.ts'
import type { TokenUsage } from '../../../src/shared/usage.ts'
import type { ScriptedAnswer, ScriptedBlock } from './answer.ts'
import { argumentsText, countTokens, usageOf } from './estimate-usage.ts'
import { makeId } from './make-id.ts'
import { modelFamily } from './model-limits.ts'
import { listOf, objectOf } from './read-json.ts'
import { seal } from './seal.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { splitText } from './split-text.ts'
import { namedEvent } from './stream-item.ts'
import type { StreamItem, WireEvent } from './stream-item.ts'

export const ENCRYPTED_PREFIX = 'gAAAAABsim'

type Part = Extract<ScriptedBlock, { type: 'text' | 'refusal' }>

/** A scripted answer as `/v1/responses` streams it (docs/behaviour/providers.md#openai-responses). */
export function encodeResponses(answer: ScriptedAnswer, request: SimulatorRequest): StreamItem[] {
  const stream = new ResponseStream(answer, request)
  stream.emit('response.created', { response: stream.response('in_progress') })
  stream.emit('response.in_progress', { response: stream.response('in_progress') })
  for (const block of answer.blocks) {
    if (block.type === 'hold') stream.items.push({ type: 'hold', name: block.name ?? 'hold' })
    else if (block.type === 'thinking') addReasoning(stream, block)
    else if (block.type === 'tool_call') addCall(stream, block)
    else addMessage(stream, block)
  }
  const status = finalStatus(answer)
  stream.emit(`response.${status}`, { response: stream.response(status) })
  return stream.items
}

/** The events of one response: sequence numbers, output indexes and the finished items. */
class ResponseStream {
  readonly items: StreamItem[] = []
  readonly output: JsonObject[] = []
  readonly answer: ScriptedAnswer
  readonly request: SimulatorRequest
  readonly #id = makeId('resp_0', 48)
  readonly #createdAt = Math.floor(Date.now() / 1000)
  readonly #usage: JsonObject
  #sequence = 0

  constructor(answer: ScriptedAnswer, request: SimulatorRequest) {
    this.answer = answer
    this.request = request
    this.#usage = responsesUsage(usageOf(answer, request), request)
  }

  emit(type: string, fields: JsonObject, text = ''): void {
    const event: WireEvent = namedEvent(type, { type, ...fields, sequence_number: this.#sequence }, countTokens(text))
    this.#sequence += 1
    this.items.push(event)
  }

  /** Returns the current response object; usage and output are included only at the end. */
  response(status: 'in_progress' | 'completed' | 'incomplete'): JsonObject {
    const { body } = this.request
    const over = status !== 'in_progress'
    const reason = this.answer.finish === 'content_filter' ? 'content_filter' : 'max_output_tokens'
    return {
      id: this.#id,
      object: 'response',
      created_at: this.#createdAt,
      status,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason } : null,
      instructions: body['instructions'] ?? null,
      model: this.answer.model ?? this.request.model,
      output: over ? this.output : [],
      reasoning: { effort: objectOf(body['reasoning'])['effort'] ?? 'medium', summary: null },
      store: body['store'] ?? true,
      ...(this.request.cacheDiagnosis !== undefined && { prompt_cache_diagnostics: this.request.cacheDiagnosis }),
      tools: body['tools'] ?? [],
      usage: over ? this.#usage : null,
      metadata: {},
    }
  }
}

/** `encrypted_content` is sealed again in each event, as in the real API: only `output_item.done` counts. */
function addReasoning(stream: ResponseStream, block: Extract<ScriptedBlock, { type: 'thinking' }>): void {
  const { body } = stream.request
  const id = makeId('rs_0', 48)
  const summarised = objectOf(body['reasoning'])['summary'] !== undefined && block.redacted !== true
  const encrypts = listOf(body['include']).includes('reasoning.encrypted_content')
  const item = (summary: readonly JsonObject[]): JsonObject => ({
    id,
    type: 'reasoning',
    summary,
    ...(encrypts ? { encrypted_content: encrypt(stream.request, id) } : {}),
  })
  const place = { item_id: id, output_index: stream.output.length }
  const summary = summarised ? [{ type: 'summary_text', text: block.text }] : []
  stream.emit('response.output_item.added', { output_index: place.output_index, item: item([]) })
  if (summarised) addSummary(stream, block.text, place)
  const done = item(summary)
  stream.emit('response.output_item.done', { output_index: place.output_index, item: done })
  stream.output.push(done)
}

interface Place {
  readonly item_id: string
  readonly output_index: number
}

function addSummary(stream: ResponseStream, text: string, place: Place): void {
  const at = { ...place, summary_index: 0 }
  stream.emit('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } })
  for (const delta of splitText(text, stream.answer.chunkSize)) {
    stream.emit('response.reasoning_summary_text.delta', { ...at, delta }, delta)
  }
  stream.emit('response.reasoning_summary_text.done', { ...at, text })
  stream.emit('response.reasoning_summary_part.done', { ...at, part: { type: 'summary_text', text } })
}

function addMessage(stream: ResponseStream, block: Part): void {
  const callFollows = stream.answer.blocks
    .slice(stream.answer.blocks.indexOf(block))
    .some(({ type }) => type === 'tool_call')
  const phase = callFollows ? 'commentary' : 'final_answer'
  const id = makeId('msg_0', 48)
  const at = { item_id: id, output_index: stream.output.length, content_index: 0 }
  const item = (status: string, content: readonly JsonObject[]): JsonObject => {
    return { id, type: 'message', status, content, phase, role: 'assistant' }
  }
  const added = { output_index: at.output_index, item: item('in_progress', []) }
  const part = messagePart(block.type, block.text)
  stream.emit('response.output_item.added', added)
  stream.emit('response.content_part.added', { ...at, part: messagePart(block.type, '') })
  addPartText(stream, block, at)
  stream.emit('response.content_part.done', { ...at, part })
  const done = item('completed', [part])
  stream.emit('response.output_item.done', { output_index: at.output_index, item: done })
  stream.output.push(done)
}

function addPartText(stream: ResponseStream, block: Part, at: JsonObject): void {
  const name = block.type === 'text' ? 'output_text' : 'refusal'
  const extra = block.type === 'text' ? { logprobs: [] } : {}
  for (const delta of splitText(block.text, stream.answer.chunkSize)) {
    stream.emit(`response.${name}.delta`, { ...at, delta, ...extra }, delta)
  }
  const whole = block.type === 'text' ? { text: block.text } : { refusal: block.text }
  stream.emit(`response.${name}.done`, { ...at, ...whole, ...extra })
}

function messagePart(type: 'text' | 'refusal', text: string): JsonObject {
  if (type === 'refusal') return { type: 'refusal', refusal: text }
  return { type: 'output_text', annotations: [], logprobs: [], text }
}

function addCall(stream: ResponseStream, block: Extract<ScriptedBlock, { type: 'tool_call' }>): void {
  const id = makeId('fc_0', 48)
  const call = { id, type: 'function_call', call_id: block.id ?? makeId('call_'), name: block.name }
  const place = { item_id: id, output_index: stream.output.length }
  const text = argumentsText(block)
  const { output_index } = place
  stream.emit('response.output_item.added', { output_index, item: { ...call, status: 'in_progress', arguments: '' } })
  for (const delta of splitText(text, stream.answer.chunkSize)) {
    stream.emit('response.function_call_arguments.delta', { ...place, delta }, delta)
  }
  stream.emit('response.function_call_arguments.done', { ...place, arguments: text })
  const done = { ...call, status: 'completed', arguments: text }
  stream.emit('response.output_item.done', { output_index, item: done })
  stream.output.push(done)
}

function encrypt(request: SimulatorRequest, id: string): string {
  return seal(ENCRYPTED_PREFIX, { model: modelFamily(request.model), host: request.host, id, nonce: makeId('', 12) })
}

function finalStatus(answer: ScriptedAnswer): 'completed' | 'incomplete' {
  return answer.finish === 'length' || answer.finish === 'content_filter' ? 'incomplete' : 'completed'
}

function responsesUsage(usage: TokenUsage, { cacheUsage }: SimulatorRequest): JsonObject {
  const { written = 0, lifetime } = cacheUsage ?? {}
  const isSplit = lifetime === '30m' || lifetime === '12h'
  const [short, long] = lifetime === '12h' ? [0, written] : [written, 0]
  const split = isSplit ? { cache_write_tokens_details: { ttl_30m_tokens: short, ttl_12h_tokens: long } } : {}
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens, cache_write_tokens: written, ...split },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.thinkingTokens },
    total_tokens: usage.totalTokens,
  }
}
