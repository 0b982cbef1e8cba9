import { readFileSync } from 'node:fs'
import { z } from 'zod'

import { AnthropicStream } from '../../src/main/adapters/providers/anthropic/anthropic-stream.ts'
import { chunksIn } from '../../src/main/adapters/providers/google/google-chunk.ts'
import { GoogleStream } from '../../src/main/adapters/providers/google/google-stream.ts'
import { openaiErrorBody } from '../../src/main/adapters/providers/openai-error.ts'
import { ChatStream } from '../../src/main/adapters/providers/openai-compatible/chat-stream.ts'
import { ResponsesStream } from '../../src/main/adapters/providers/responses-stream.ts'
import type { ProviderEvent } from '../../src/main/core/ports/provider-ports.ts'
import type { ResponseUsage } from '../../src/shared/usage.ts'

const event = z.looseObject({ message: z.looseObject({}).optional(), response: z.looseObject({}).optional() })
const recordingsSchema = z.object({
  recordings: z.array(z.object({ name: z.string(), model: z.string().nullable(), events: z.array(event) })),
})
type RecordedEvent = z.infer<typeof event>

/** The usage of recorded answers, from test/fixtures/usage. */
export const USAGE_RECORDINGS = recordingsSchema.parse(
  JSON.parse(readFileSync(new URL('../fixtures/usage/recorded-usage.json', import.meta.url), 'utf8')),
).recordings

/** Returns the usage that the adapters read from a recording. */
export function usageOfRecording(name: string): ResponseUsage | null {
  const recording = USAGE_RECORDINGS.find((candidate) => candidate.name === name)
  if (recording === undefined) throw new Error(`There is no recording ${name}.`)
  const [folder = ''] = name.split('/')
  const out: ProviderEvent[] = []
  play(folder, recording.events, out)
  const done = out.at(-1)
  if (done?.type !== 'done') throw new Error('The recording has no end.')
  return done.usage
}

function play(folder: string, events: readonly RecordedEvent[], out: ProviderEvent[]): void {
  switch (folder) {
    case 'anthropic':
      return playAnthropic(events, out)
    case 'gemini':
      return playGemini(events, out)
    case 'openai-responses':
    case 'xai':
    case 'deepseek':
      return playResponses(events, out)
    default:
      return events.some((one) => 'input_tokens' in Object(one['usage']))
        ? playResponses(events, out)
        : playChat(events, out)
  }
}

function playAnthropic([first, last]: readonly RecordedEvent[], out: ProviderEvent[]): void {
  const stream = new AnthropicStream('m', () => 'call')
  stream.push({ type: 'message_start', message: { id: 'msg', ...(first?.message ?? first) } }, out)
  if (last !== undefined) stream.push({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, ...last }, out)
  stream.push({ type: 'message_stop' }, out)
}

function playGemini(events: readonly RecordedEvent[], out: ProviderEvent[]): void {
  const stream = new GoogleStream('m', () => 'call')
  for (const chunk of events) for (const whole of chunksIn(chunk)) stream.push(whole, out)
  for (const { usageMetadata } of events) stream.push({ usageMetadata }, out)
  stream.push({ candidates: [{ finishReason: 'STOP' }] }, out)
  stream.finish(out)
}

function playResponses(events: readonly RecordedEvent[], out: ProviderEvent[]): void {
  const stream = new ResponsesStream('m', {
    newToolCallId: () => 'call',
    toError: (body) => openaiErrorBody('xai', body),
  })
  const last = events.at(-1)
  stream.push({ type: 'response.completed', response: { status: 'completed', ...(last?.response ?? last) } }, out)
}

function playChat(events: readonly RecordedEvent[], out: ProviderEvent[]): void {
  const options = { newToolCallId: () => 'call', toError: (body: unknown) => openaiErrorBody('local', body) }
  const stream = new ChatStream('m', { ...options, sawDone: () => true })
  const choices = [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }]
  for (const chunk of events) stream.push({ id: 'chat', choices, ...chunk }, out)
}
