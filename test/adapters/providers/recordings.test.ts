import { describe, expect, it } from 'vitest'

import { textField } from '../../../src/main/adapters/providers/wire-value.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import type { Outcome, ProviderApi } from '../../support/provider-outcome.ts'
import { eventsOf, helloRequest, outcomeOf, providerFor } from '../../support/provider-outcome.ts'
import type { Delivery } from '../../support/play-recording.ts'
import { deliver, playAnswers, playRecording, recordedEvents, recordedJson } from '../../support/play-recording.ts'
import { ANTHROPIC_RECORDED_ANSWERS } from '../../support/anthropic-recorded-answers.ts'
import { call, opaque } from '../../support/expected-answer.ts'
import type { ExpectedAnswer, ExpectedBlock } from '../../support/expected-answer.ts'
import { GOOGLE_RECORDED_ANSWERS } from '../../support/google-recorded-answers.ts'
import { OPENAI_RECORDED_ANSWERS } from '../../support/openai-recorded-answers.ts'

const RECORDINGS: Readonly<Record<string, ExpectedAnswer>> = {
  ...ANTHROPIC_RECORDED_ANSWERS,
  ...OPENAI_RECORDED_ANSWERS,
  ...GOOGLE_RECORDED_ANSWERS,
}

const API_OF_FOLDER: Readonly<Record<string, ProviderApi>> = {
  anthropic: 'anthropic',
  'openai-responses': 'openai',
  xai: 'openai',
  gemini: 'google',
}

function wireOf(file: string): ProviderApi {
  return API_OF_FOLDER[file.split('/')[0] ?? ''] ?? 'anthropic'
}

async function play(file: string, delivery?: Delivery): Promise<Outcome> {
  const playback = await playRecording(file, delivery)
  try {
    const provider = providerFor(wireOf(file), playback)
    return outcomeOf(await eventsOf(provider, helloRequest(wireOf(file))), provider)
  } finally {
    await playback.stop()
  }
}

/** The outcome in the form of the table. */
function summary(outcome: Outcome, expected: ExpectedAnswer): ExpectedAnswer {
  const { usage, error, responseId } = outcome
  return {
    model: outcome.model,
    ...(responseId === undefined ? {} : { responseId }),
    ...(usage === undefined
      ? {}
      : {
          end: [
            outcome.finishReason ?? '',
            usage?.inputTokens ?? 0,
            usage?.outputTokens ?? 0,
            usage?.thinkingTokens ?? 0,
            usage?.cachedTokens ?? 0,
            usage?.totalTokens ?? 0,
          ] as const,
        }),
    ...(error === undefined
      ? {}
      : {
          error:
            error.providerCode === undefined
              ? ([error.category, error.retryable] as const)
              : ([error.category, error.retryable, error.providerCode] as const),
        }),
    ...(outcome.paused ? { paused: true } : {}),
    blocks: outcome.blocks.map((block, index) => blockSummary(block, expected.blocks[index])),
  }
}

function blockSummary(block: ContentBlock, expected: ExpectedBlock | undefined): ExpectedBlock {
  if (block.type === 'tool_call')
    return call(block.name, block.malformed_arguments ?? block.arguments, block.provider_id)
  if (block.type === 'text' && block.text === '') {
    const content = Object.values(block.provider_data ?? {})[0]
    return opaque(textField(content, 'type') ?? Object.keys(isJsonObject(content) ? content : {})[0] ?? '')
  }
  const wanted = expected !== undefined && 'text' in expected ? expected.text : ''
  if (typeof wanted === 'string') return { type: block.type, text: block.text }
  const [start, end] = wanted
  return {
    type: block.type,
    text: [block.text.slice(0, start.length), block.text.slice(-end.length), block.text.length],
  }
}

describe.each(Object.entries(RECORDINGS))('%s', (file, expected) => {
  it('becomes the answer that was recorded', async () => {
    expect(summary(await play(file), expected)).toEqual(expected)
  })
})

describe('the whole text', () => {
  const spoken = Object.keys(RECORDINGS).filter(
    (file) => !/unary|error|invalid|malformed|spliced|failed|multistep/.test(file),
  )

  it.each(spoken)('%s: is what the provider sent, word for word', async (file) => {
    const outcome = await play(file)
    const shown = outcome.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
    expect(shown).toBe(sentText(file))
  })
})

/** The text of a recording, put together without the adapters. */
function sentText(file: string): string {
  const events = recordedJson(file)
  const wire = wireOf(file)
  if (wire === 'openai') {
    return collect(events.at(-1), (node) => (node['type'] === 'output_text' ? node['text'] : undefined))
  }
  if (wire === 'google') {
    return collect(events, (node) => ('text' in node && node['thought'] !== true ? node['text'] : undefined))
  }
  return collect(events, (node) => (node['type'] === 'text_delta' ? node['text'] : undefined))
}

function collect(value: unknown, pick: (node: Record<string, unknown>) => unknown): string {
  if (Array.isArray(value)) return value.map((entry) => collect(entry, pick)).join('')
  if (typeof value !== 'object' || value === null) return ''
  const node = { ...value }
  const picked = pick(node)
  if (typeof picked === 'string') return picked
  return Object.values(node)
    .map((entry) => collect(entry, pick))
    .join('')
}

describe('however the bytes arrive', () => {
  const files = [
    'anthropic/thinking-then-tool.sse',
    'openai-responses/phase-commentary-reasoning-tool-gpt55.sse',
    'gemini/utf8.sse',
  ]

  it.each(files)('%s: byte by byte, split inside characters, it is the same answer', async (file) => {
    expect(withoutPort(await play(file, 'bytes'))).toEqual(withoutPort(await play(file, 'events')))
  })

  it.each(files)('%s: all at once it is the same answer', async (file) => {
    expect(withoutPort(await play(file, 'whole'))).toEqual(withoutPort(await play(file, 'events')))
  })
})

/** Each playback has a port of its own, and the blocks are stamped with it. */
function withoutPort(outcome: Outcome): Outcome {
  return { ...outcome, blocks: outcome.blocks.map((block) => ({ ...block, endpoint: '' })) }
}

it('takes the responses of a recorded conversation one by one', async () => {
  const all = recordedEvents('openai-responses/reasoning-encrypted-multistep.chunks.jsonl')
  const starts = all.flatMap((event, index) => (event.includes('"type":"response.created"') ? [index] : []))
  const playback = await playAnswers(
    ...starts.map(
      (start, index) => (response: Parameters<typeof deliver>[0]) =>
        deliver(response, all.slice(start, starts[index + 1])),
    ),
  )
  const provider = providerFor('openai', playback)
  const outcomes: Outcome[] = []
  for (const _ of starts) outcomes.push(outcomeOf(await eventsOf(provider, helloRequest('openai')), provider))
  await playback.stop()
  expect(outcomes.map((outcome) => [outcome.finishReason, outcome.blocks.at(-1)])).toMatchObject([
    ['TOOL_USE', { arguments: { a: 12, b: 7, op: 'add' } }],
    ['TOOL_USE', { arguments: { a: 19, b: 3, op: 'multiply' } }],
    ['TOOL_USE', { arguments: { a: 57, b: 10, op: 'multiply' } }],
    ['STOP', { text: 'The final result is **570**.' }],
  ])
})
