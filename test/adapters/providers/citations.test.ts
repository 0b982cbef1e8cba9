import { readFileSync } from 'node:fs'

import { describe, expect, it, test } from 'vitest'

import { AnthropicStream } from '../../../src/main/adapters/providers/anthropic/anthropic-stream.ts'
import { groundedCitations, openaiCitations } from '../../../src/main/adapters/providers/citations.ts'
import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { GoogleStream } from '../../../src/main/adapters/providers/google/google-stream.ts'
import { ChatStream } from '../../../src/main/adapters/providers/openai-compatible/chat-stream.ts'
import { ResponsesStream } from '../../../src/main/adapters/providers/responses-stream.ts'
import type { StreamMapper } from '../../../src/main/adapters/providers/run-stream.ts'
import { assembleTranscript } from '../../../src/main/core/transcript/assemble-transcript.ts'
import { accumulateResponse } from '../../../src/main/core/conversation/turn-accumulator.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import type { ContentBlock, TextBlock } from '../../../src/shared/content.ts'
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { providerAt } from '../../support/provider-outcome.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const FIXTURES = new URL('../../fixtures/answers/', import.meta.url)

/** The events of a recorded stream, or a recorded response that was not streamed. */
function recorded(file: string): readonly JsonObject[] {
  const text = readFileSync(new URL(file, FIXTURES), 'utf8')
  const bodies = file.endsWith('.json') ? [text] : text.split(/\r?\n\r?\n/).flatMap((part) => dataOf(part))
  return bodies.map((body) => {
    const event: unknown = JSON.parse(body)
    return isJsonObject(event) ? event : {}
  })
}

function dataOf(part: string): readonly string[] {
  const data = /^data: ?(.*)$/m.exec(part)?.[1]
  return data === undefined || data === '[DONE]' ? [] : [data]
}

const newToolCallId = (): string => 'call_1'
const options = {
  newToolCallId,
  toError: () => ({ category: 'SERVER', message: '', retryable: false }) as const,
  sawDone: () => true,
}

function blocksOf(mapper: StreamMapper<object>, file: string, provider: ApiProviderName, endpoint: string) {
  const out: ProviderEvent[] = []
  for (const event of recorded(file)) mapper.push(event, out)
  mapper.finish(out)
  const choice = { provider, model: 'model', thinkingLevel: 'none' } as const
  return accumulateResponse(out, { choice, endpoint, cost: () => null }).data.blocks ?? []
}

/** Each cited passage with the address, or the title, of its source. */
function cited(blocks: readonly ContentBlock[]): readonly (readonly [string, string | undefined])[] {
  const texts = blocks.filter((block): block is TextBlock => block.type === 'text')
  return texts.flatMap(({ text, citations = [] }) =>
    citations.map(({ start, end, url, title }) => [text.slice(start, end), url ?? title] as const),
  )
}

describe('recorded citations', () => {
  it('of Anthropic’s search stand for the text of their blocks', () => {
    const blocks = blocksOf(
      new AnthropicStream('m', newToolCallId),
      'anthropic/web-search.sse',
      'anthropic',
      'messages',
    )
    expect(cited(blocks)).toEqual([
      ['The latest stable Ruby version is 4.0.6', 'https://www.ruby-lang.org/en/downloads/'],
      ['was released in July 2026', 'https://www.ruby-lang.org/en/news/2026/07/14/ruby-4-0-6-released/'],
    ])
  })

  it('of a document have its title and its words', () => {
    const file = 'anthropic/citations-char-location.sse'
    const [block] = blocksOf(new AnthropicStream('m', newToolCallId), file, 'anthropic', 'messages')
    expect(block).toMatchObject({ citations: [{ title: 'facts.txt', quote: expect.stringContaining('Matsumoto') }] })
    expect(block).not.toHaveProperty('provider_data')
  })

  it.each([
    ['openai-responses/web-search.sse', 'https://www.britannica.com/place/Mount-Columbia?utm_source=openai'],
    [
      'openai-responses/web-search-gpt56.response.json',
      'https://www.toureiffel.paris/en/news/history-and-culture/133-years-and-1083-feet?utm_source=openai',
    ],
    ['xai/web-search.response.json', 'https://www.ruby-lang.org/en/downloads/'],
  ])('of %s have the passage that names them', (file, url) => {
    const [first] = cited(blocksOf(new ResponsesStream('m', options), file, 'openai', 'responses'))
    expect(first?.[1]).toBe(url)
    expect(first?.[0]).toContain(url)
  })

  it('of Chat Completions are nested', () => {
    const file = 'openai-chat/web-search-preview.response.json'
    const all = cited(blocksOf(new ChatStream('m', options), file, 'openrouter', 'chat'))
    expect(all).toHaveLength(6)
    for (const [passage, url] of all) expect(passage).toContain(url)
  })

  it('of Gemini count bytes', () => {
    const all = cited(
      blocksOf(new GoogleStream('m', newToolCallId), 'gemini/web-search.sse', 'google', 'generate_content'),
    )
    expect(all).toHaveLength(9)
    expect(all[0]?.[0]).toMatch(/^As of Tuesday afternoon, the temperature is around 69°F \(21°C\), .*\.$/)
  })
})

describe('what a provider’s own tools did', () => {
  const log = eventLog()
  const searched = blocksOf(
    new AnthropicStream('claude-haiku-4-5', newToolCallId),
    'anthropic/web-search.sse',
    'anthropic',
    'messages',
  ).map((block) => ({ ...block, model: 'claude-haiku-4-5', requested_model: 'claude-haiku-4-5' }))
  const context = [
    log.user('Which Ruby?'),
    log.add({ kind: 'assistant', content: 'Ruby 4.0.6', data: { blocks: searched } }),
    log.user('Thanks'),
  ]
  const assembled = (provider: 'anthropic' | 'openai', model: string, endpoint: string) =>
    assembleTranscript({
      context,
      target: { provider, model, endpoint, thinkingLevel: 'none' },
      system: [],
      tools: [],
    })

  it('goes back to the same provider as it was received', () => {
    const { request } = assembled('anthropic', 'claude-haiku-4-5', 'messages')
    const body = JSON.stringify(providerAt('anthropic', 'https://api.anthropic.com').render(request))
    const events = recorded('anthropic/web-search.sse')
      .map((event) => JSON.stringify(event))
      .join('')
    const secrets = [...events.matchAll(/"encrypted_(?:content|index)":"([^"]+)"/g)].map(([, secret = '']) => secret)
    expect(secrets.length).toBeGreaterThan(2)
    for (const secret of secrets) expect(body).toContain(secret)
  })

  it('is left out for another provider, and said', () => {
    const { request, report } = assembled('openai', 'gpt-6-sol', 'responses')
    expect(JSON.stringify(request)).not.toContain('encrypted')
    expect(report.dropped.map(({ part }) => part)).toContain('foreign_server_tool')
    expect(JSON.stringify(request)).toContain('The latest stable Ruby version is 4.0.6')
  })
})

test('positions of annotations count characters, not units', () => {
  const annotation = { type: 'url_citation', url: 'https://a.example', start_index: 2, end_index: 6 }
  expect(openaiCitations([annotation], '👍 word', 10)).toEqual([{ start: 13, end: 17, url: 'https://a.example' }])
})

test('a segment is found in the block that contains it', () => {
  const metadata = {
    groundingChunks: [{ web: { uri: 'https://a.example', title: 'a' } }],
    groundingSupports: [
      { segment: { startIndex: 5, endIndex: 9 }, groundingChunkIndices: [0, 7] },
      { segment: { startIndex: 5, endIndex: 900 }, groundingChunkIndices: [0] },
    ],
  }
  const blocks = [
    { index: 1, text: 'Größe' },
    { index: 3, text: 'word' },
  ]
  // "Größe" has seven bytes.
  expect([...groundedCitations(metadata, blocks)]).toEqual([
    [3, [{ start: 0, end: 2, url: 'https://a.example', title: 'a' }]],
  ])
})

test('hostile sources are kept as data of limited size', () => {
  const annotation = { type: 'url_citation', url: 'javascript:alert(1)', title: 'x'.repeat(10_000), end_index: 1e9 }
  const [citation] = openaiCitations([annotation, null, 'text', { type: 'other' }], 'abc')
  expect(citation).toMatchObject({ end: 3, url: 'javascript:alert(1)' })
  expect(citation?.title).toHaveLength(500)
})

test('searches are priced for every provider that offers them and states a price', () => {
  const catalog = createModelCatalog()
  const tools = (provider: ApiProviderName, model: string) => catalog.find(provider, model)?.prices[0]?.tools ?? {}
  expect(tools('anthropic', 'claude-opus-5')).toHaveProperty('web_search')
  expect(tools('openai', 'gpt-6-sol')).toHaveProperty('web_search')
  expect(tools('google', 'gemini-3.8-flash')).toHaveProperty('google_search')
  expect(tools('xai', 'grok-4.7')).toHaveProperty('web_search')
})
