import { describe, expect, it } from 'vitest'

import { createAnthropicProvider } from '../../../src/main/adapters/providers/anthropic/anthropic-provider.ts'
import { createGoogleProvider } from '../../../src/main/adapters/providers/google/google-provider.ts'
import { createCompatibleProvider } from '../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { createOpenaiProvider } from '../../../src/main/adapters/providers/openai/openai-provider.ts'
import { accumulateResponse } from '../../../src/main/core/conversation/turn-accumulator.ts'
import type { Provider, ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import { VENDORS } from '../../support/compatible-provider.ts'
import { type ContentPart, contentOf } from '../../support/content-of-recording.ts'
import { deliver, type Delivery, playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest, outcomeOf, TEST_KEY } from '../../support/provider-outcome.ts'
import {
  bytesOf,
  payloadsOf,
  RECORDED_CONTENTS,
  type RecordedContent,
  streamOf,
} from '../../support/recorded-contents.ts'

function providerOf({ file, api }: RecordedContent, url: string): Provider {
  const connection = { key: TEST_KEY, baseUrl: `${url}/v1`, idleTimeoutMs: 20_000 }
  if (api === 'anthropic-messages') return createAnthropicProvider({ ...connection, baseUrl: url })
  if (api === 'gemini-generate-content') return createGoogleProvider({ ...connection, baseUrl: url })
  if (file.startsWith('xai/')) return createCompatibleProvider(VENDORS.xai, connection)
  if (api === 'openai-responses') return createOpenaiProvider(connection)
  if (file.startsWith('mistral/')) return createCompatibleProvider(VENDORS.mistral, connection)
  if (file.startsWith('openrouter/')) return createCompatibleProvider(VENDORS.openrouter, connection)
  return createCompatibleProvider(VENDORS.local, connection)
}

const MODEL: Readonly<Record<RecordedContent['api'], string>> = {
  'anthropic-messages': 'claude-haiku-4-5',
  'openai-responses': 'gpt-5.5',
  'openai-chat': 'any',
  'gemini-generate-content': 'gemini-3-pro-preview',
}

interface Played {
  readonly events: readonly ProviderEvent[]
  readonly provider: Provider
}

async function play(recording: RecordedContent, delivery?: Delivery): Promise<Played> {
  const playback = await playAnswers((response) => {
    if (recording.http_status === 200) return deliver(response, streamOf(recording), delivery)
    response.writeHead(recording.http_status, { 'content-type': 'application/json' })
    response.end(bytesOf(recording.file))
    return undefined
  })
  try {
    const provider = providerOf(recording, playback.url)
    const request = helloRequest('openai', { model: MODEL[recording.api] })
    return { events: await eventsOf(provider, request), provider }
  } finally {
    await playback.stop()
  }
}

/** The blocks as they are recorded in the log. */
function blocksOf({ events, provider }: Played): readonly ContentBlock[] {
  const { error } = outcomeOf(events, provider)
  expect(error).toBeUndefined()
  const choice = { provider: 'openai', model: 'any', thinkingLevel: 'none' } as const
  return accumulateResponse(events, { choice, endpoint: provider.endpoint, cost: () => null }).data.blocks ?? []
}

function partOf(block: ContentBlock): ContentPart {
  if (block.type === 'tool_call') return { call: block.name, id: block.provider_id, args: block.arguments }
  if (block.type === 'thinking') return { thinking: block.text }
  const { text, citations = [], provider_data: data = {} } = block
  const kept = Object.entries(data).find(([key]) => key === 'block' || key === 'item' || key === 'part')?.[1]
  if (text === '' && isJsonObject(kept)) return { kept }
  const cited = citations.map(({ start, end, ...source }) => ({ passage: text.slice(start, end), ...source }))
  return { text, cited }
}

/** The pictures in a recording, which the field of each API holds. */
function drawnIn(part: ContentPart): readonly string[] {
  if (!('kept' in part)) return []
  const { inlineData: inline, type, result } = part.kept
  return [isJsonObject(inline) ? inline['data'] : type === 'image_generation_call' ? result : ''].filter(
    (data): data is string => typeof data === 'string' && data !== '',
  )
}

const ANSWERS = RECORDED_CONTENTS.filter(({ http_status: status }) => status === 200)

describe.each(ANSWERS)('$file: $shows', (recording) => {
  it.each(['events', 'whole'] as const)('has the recorded content, part by part (%s)', async (delivery) => {
    const played = await play(recording, delivery)
    const blocks = blocksOf(played)
    const expected = contentOf(recording)
    expect(blocks.map(partOf)).toEqual(expected)
    const drawn = blocks.flatMap((block) => played.provider.picturesIn?.(block) ?? []).map(({ data }) => data)
    expect(drawn).toEqual(expected.flatMap(drawnIn))
  })
})

/** Without one of these, the comparison above compares nothing of the kind. */
it('plays recordings with content of every kind', () => {
  const parts = ANSWERS.flatMap(contentOf)
  const count = (has: (part: ContentPart) => boolean): number => parts.filter(has).length
  expect(ANSWERS.length).toBeGreaterThanOrEqual(70)
  expect(count((part) => 'text' in part && part.cited.length > 0)).toBeGreaterThanOrEqual(8)
  expect(count((part) => 'thinking' in part && part.thinking !== '')).toBeGreaterThanOrEqual(3)
  expect(count((part) => 'call' in part)).toBeGreaterThanOrEqual(1)
  expect(count((part) => 'kept' in part)).toBeGreaterThanOrEqual(15)
  expect(parts.flatMap(drawnIn).length).toBeGreaterThanOrEqual(3)
})

describe.each(RECORDED_CONTENTS.filter(({ http_status: status }) => status !== 200))('$file: $shows', (recording) => {
  it('is an error with the words of the provider', async () => {
    const { events } = await play(recording)
    const [body = {}] = payloadsOf(recording.file)
    const words = isJsonObject(body['error']) ? body['error']['message'] : undefined
    const message = typeof words === 'string' ? words : 'no message'
    expect(events).toMatchObject([
      { type: 'error', error: { category: 'INVALID_REQUEST', message: expect.stringContaining(message) } },
    ])
  })
})
