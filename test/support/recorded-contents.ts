import { readFileSync } from 'node:fs'

import { z } from 'zod'

import type { JsonObject } from '../../src/shared/json.ts'
import { isJsonObject } from '../../src/shared/json.ts'
import { frame } from './play-recording.ts'

const FIXTURES = new URL('../fixtures/answers/', import.meta.url)

const rowSchema = z.object({
  file: z.string(),
  provider: z.string(),
  api: z.enum(['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini-generate-content']),
  http_status: z.number(),
  shows: z.string(),
})

/** A row of test/fixtures/answers/index.json. */
export type RecordedContent = Readonly<z.infer<typeof rowSchema>>

/** The recorded answers with content of every kind. */
export const RECORDED_CONTENTS: readonly RecordedContent[] = z
  .object({ fixtures: z.array(rowSchema) })
  .parse(JSON.parse(readFileSync(new URL('index.json', FIXTURES), 'utf8')))
  .fixtures.filter(({ file }) => !file.endsWith('.request.json'))

/** Returns the bytes of a recording. */
export function bytesOf(file: string): Buffer {
  return readFileSync(new URL(file, FIXTURES))
}

/** Returns the events of a recorded stream, or the only body of an answer that was not streamed. */
export function payloadsOf(file: string): readonly JsonObject[] {
  const text = bytesOf(file).toString()
  if (file.endsWith('.jsonl')) return text.split('\n').flatMap(objectIn)
  if (file.endsWith('.sse')) return text.split(/\r?\n/).flatMap((line) => objectIn(/^data: ?(.*)$/.exec(line)?.[1]))
  return objectIn(text)
}

function objectIn(text: string | undefined): readonly JsonObject[] {
  if (text === undefined || text.trim() === '' || text === '[DONE]') return []
  const value: unknown = JSON.parse(text)
  return isJsonObject(value) ? [value] : []
}

/** Returns a recording as the body of a stream. An answer that was not streamed is divided as its API streams it. */
export function streamOf({ file, api }: RecordedContent): readonly Buffer[] {
  if (file.endsWith('.sse')) return [bytesOf(file)]
  const payloads = payloadsOf(file)
  const events = file.endsWith('.json') ? payloads.flatMap((body) => STREAMED[api](body)) : payloads
  const framed = events.map((event) => frame(JSON.stringify(event)))
  return api === 'openai-chat' ? [...framed, Buffer.from('data: [DONE]\n\n')] : framed
}

const STREAMED: Readonly<Record<RecordedContent['api'], (body: JsonObject) => readonly JsonObject[]>> = {
  'anthropic-messages': messagesEvents,
  'openai-responses': responsesEvents,
  'openai-chat': chatChunks,
  'gemini-generate-content': (body) => [body],
}

function messagesEvents(body: JsonObject): readonly JsonObject[] {
  const { content, stop_reason, usage = {}, ...message } = body
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
    ...objects(content).flatMap(messagesBlock),
    { type: 'message_delta', delta: { stop_reason: stop_reason ?? null }, usage },
    { type: 'message_stop' },
  ]
}

function messagesBlock(block: JsonObject, index: number): readonly JsonObject[] {
  const { text, thinking, signature, input, citations } = block
  const deltas: JsonObject[] = [
    ...halves(thinking).map((half) => ({ type: 'thinking_delta', thinking: half })),
    ...(typeof signature === 'string' ? [{ type: 'signature_delta', signature }] : []),
    ...objects(citations).map((citation) => ({ type: 'citations_delta', citation })),
    ...halves(text).map((half) => ({ type: 'text_delta', text: half })),
    ...halves(input === undefined ? undefined : JSON.stringify(input)).map((half) => ({
      type: 'input_json_delta',
      partial_json: half,
    })),
  ]
  const start = {
    ...block,
    ...(text !== undefined && { text: '' }),
    ...(thinking !== undefined && { thinking: '', signature: '' }),
    ...(input !== undefined && { input: {} }),
    ...(citations !== undefined && { citations: [] }),
  }
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function responsesEvents(body: JsonObject): readonly JsonObject[] {
  return [
    { type: 'response.created', response: { ...body, status: 'in_progress', output: [] } },
    ...objects(body['output']).flatMap(responsesItem),
    { type: 'response.completed', response: body },
  ]
}

function responsesItem(item: JsonObject, output_index: number): readonly JsonObject[] {
  const place = { output_index, item_id: item['id'] ?? '' }
  const deltas = objects(item['content']).flatMap((part, content_index) =>
    halves(part['text']).map((delta) => ({ type: 'response.output_text.delta', ...place, content_index, delta })),
  )
  const added = item['type'] === 'message' ? { ...item, content: [] } : item
  return [
    { type: 'response.output_item.added', output_index, item: added },
    ...(item['type'] === 'message' ? deltas : []),
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** The text in two chunks; everything else in the first. */
function chatChunks(body: JsonObject): readonly JsonObject[] {
  const { choices, usage, ...rest } = body
  const [choice = {}] = objects(choices)
  const message = isJsonObject(choice['message']) ? choice['message'] : {}
  const [first = '', second = ''] = halves(message['content'])
  const chunk = (delta: JsonObject, finish_reason: string | null): JsonObject => ({
    ...rest,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const calls = objects(message['tool_calls']).map((call, index) => ({ ...call, index }))
  const reason = choice['finish_reason']
  return [
    chunk({ ...message, content: first, ...(calls.length > 0 && { tool_calls: calls }) }, null),
    chunk({ content: second }, typeof reason === 'string' ? reason : null),
    { ...rest, object: 'chat.completion.chunk', choices: [], ...(usage !== undefined && { usage }) },
  ]
}

function halves(text: unknown): readonly string[] {
  if (typeof text !== 'string' || text === '') return []
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '')
}

/** Returns the objects of a list; other values have none. */
export function objects(value: unknown): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.filter(isJsonObject)
}
