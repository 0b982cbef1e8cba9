import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { requestTokens } from '../../../src/main/core/context/estimate-tokens.ts'
import { outputLimit, withOutputLimit } from '../../../src/main/core/context/output-limit.ts'
import type { FilePart, ModelRequest, TranscriptMessage } from '../../../src/main/core/ports/provider-ports.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'

const catalog = createModelCatalog()
const unset = { config: { ...DEFAULT_CONFIG, maxOutputTokens: null }, catalog }

describe('how much a model may write', () => {
  it.each([
    ['anthropic', 'claude-haiku-4-5', 64_000],
    ['anthropic', 'claude-opus-4-6', 128_000],
    ['google', 'gemini-2.5-flash', 65_536],
  ] as const)('%s %s: its own maximum', (provider, model, tokens) => {
    expect(outputLimit({ provider, model }, 100, unset)).toMatchObject({ tokens, isModelMaximum: true })
  })

  it('is 4,096 tokens where nothing is known, and what is configured everywhere', () => {
    const nobody = { provider: 'local', model: 'local/nobody' } as const
    expect(outputLimit(nobody, 100, unset)).toEqual({ tokens: 4_096, isModelMaximum: false, room: null })
    const configured = { config: { ...DEFAULT_CONFIG, maxOutputTokens: 9_000 }, catalog }
    expect(outputLimit({ provider: 'anthropic', model: 'claude-haiku-4-5' }, 100, configured)).toMatchObject({
      tokens: 9_000,
      isModelMaximum: false,
    })
  })

  it('shrinks as the request grows, so that both fit into the window, but not below 4,096 tokens', () => {
    const haiku = { provider: 'anthropic', model: 'claude-haiku-4-5' } as const
    const tokens = (input: number): number => outputLimit(haiku, input, unset).tokens
    expect([tokens(100_000), tokens(150_000), tokens(1_000_000)]).toEqual([64_000, 27_500, 4_096])
  })

  it('counts a limit of the user against the window too', () => {
    const kimi = { provider: 'moonshot', model: 'kimi-k2.6' } as const
    expect(outputLimit(kimi, 200_000, unset, { max_output_tokens: 200_000 }).tokens).toBeLessThan(62_144)
  })

  it('leaves a margin in every window of the catalogue, at every size up to three quarters of it', () => {
    for (const provider of PROVIDER_NAMES) {
      for (const { id: model, contextWindow } of catalog.list(provider)) {
        if (contextWindow === null) continue
        for (const part of [0, 0.01, 0.1, 0.25, 0.5, 0.6]) {
          const input = Math.floor(contextWindow * part)
          const { tokens } = outputLimit({ provider, model }, input, unset)
          expect.soft(input * 1.15 + tokens, `${provider} ${model} at ${part}`).toBeLessThanOrEqual(contextWindow)
        }
      }
    }
  })
})

const bare: ModelRequest = {
  model: 'kimi-k3.1-pro',
  thinkingLevel: 'low',
  system: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
  maxOutputTokens: 4_096,
}
const picture: FilePart = {
  type: 'file',
  as: 'image',
  sha256: 'a'.repeat(64),
  name: 'a.png',
  mediaType: 'image/png',
  bytes: 100,
  width: 2_000,
  height: 2_000,
}
const call = { type: 'tool_call', id: 'c', name: 'read', arguments: { path: 'x'.repeat(8_000) } } as const
const schema = { type: 'object', properties: { text: { type: 'string', description: 'x'.repeat(8_000) } } } as const

describe('what counts against the window', () => {
  it.each<[string, Partial<ModelRequest>, number]>([
    ['the system prompt', { system: ['x'.repeat(8_000)] }, 2_000],
    ['instructions in it', { system: ['a', 'x'.repeat(8_000)] }, 2_000],
    ['a tool', { tools: [{ name: 'read', description: 'x'.repeat(8_000), parameters: {} }] }, 2_000],
    ['a schema of a tool', { tools: [{ name: 'read', description: 'a', parameters: schema }] }, 2_000],
    ['a picture', { messages: [{ role: 'user', content: [picture] }] }, 1_000],
    ['a PDF', { messages: [{ role: 'user', content: [{ ...picture, as: 'pdf', pages: 10 }] }] }, 10_000],
    ['a call', { messages: [{ role: 'assistant', content: [call] }] }, 2_000],
    [
      'a result with a picture',
      {
        messages: [
          {
            role: 'tool',
            results: [{ callId: 'c', name: 'read', content: 'x'.repeat(4_000), isError: false, files: [picture] }],
          },
        ],
      },
      2_000,
    ],
    ['the schema of the answer', { options: { schema } }, 2_000],
    [
      'thinking',
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', text: 'x'.repeat(8_000) }] }] },
      2_000,
    ],
    ['Chinese', { messages: [{ role: 'user', content: [{ type: 'text', text: '漢'.repeat(2_000) }] }] }, 2_000],
    ['Japanese', { messages: [{ role: 'user', content: [{ type: 'text', text: 'かな'.repeat(1_000) }] }] }, 2_000],
    ['Korean', { messages: [{ role: 'user', content: [{ type: 'text', text: '한'.repeat(2_000) }] }] }, 2_000],
    ['Cyrillic', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Ж'.repeat(4_000) }] }] }, 2_000],
    ['Thai', { messages: [{ role: 'user', content: [{ type: 'text', text: 'ก'.repeat(2_000) }] }] }, 2_000],
    ['pictographs', { messages: [{ role: 'user', content: [{ type: 'text', text: '🙂'.repeat(1_000) }] }] }, 2_000],
    ['figures', { messages: [{ role: 'user', content: [{ type: 'text', text: '7'.repeat(6_000) }] }] }, 2_000],
  ])('%s', (_, part, least) => {
    const counted = requestTokens({ ...bare, ...part }, 'moonshot')
    expect(counted).toBeGreaterThanOrEqual(least)
    const { outputRoom } = withOutputLimit({ ...bare, ...part }, { provider: 'moonshot', model: bare.model }, unset, {})
    expect(outputRoom?.tokens).toBeLessThanOrEqual(1_048_576 - counted - 4_096)
  })
})

const message = fc.oneof(
  fc.string().map((text): TranscriptMessage => ({ role: 'user', content: [{ type: 'text', text }] })),
  fc.constant<TranscriptMessage>({ role: 'user', content: [picture, picture] }),
  fc.string().map((text): TranscriptMessage => ({ role: 'assistant', content: [{ type: 'text', text }] })),
)
/** How the next request differs: messages are taken from the end, one is another one, and some are added. */
const change = fc.record({
  taken: fc.nat(3),
  replaced: fc.option(fc.record({ index: fc.nat(12), by: message })),
  added: fc.array(message, { maxLength: 4 }),
})

describe('the size of a request that continues another one', () => {
  it('is that of the same request by itself, whatever changed between them', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(change, { maxLength: 12 }), (begun, changes) => {
        let messages: readonly TranscriptMessage[] = begun
        for (const { taken, replaced, added } of changes) {
          messages = [...messages.slice(0, messages.length - taken), ...added]
          if (replaced !== null && replaced.index < messages.length) {
            messages = messages.with(replaced.index, replaced.by)
          }
          const alone = structuredClone(messages)
          for (const provider of ['anthropic', 'google'] as const) {
            const counted = requestTokens({ ...bare, messages }, provider)
            expect(counted).toBe(requestTokens({ ...bare, messages: alone }, provider))
          }
        }
      }),
    )
  })
})
