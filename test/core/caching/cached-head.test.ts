import { expect, it } from 'vitest'

import { cachedHead, type PrefixContext } from '../../../src/main/core/caching/cached-prefix.ts'
import { cacheFacts } from '../../../src/shared/cache-facts.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 10, 22, 12)
const TOOLS = '[]'
const FIXED = 1_000

const context = (items: PrefixContext['items'], more: Partial<PrefixContext> = {}): PrefixContext => ({
  items,
  system: null,
  prefixChangedAt: null,
  tools: TOOLS,
  keptWarm: null,
  ...more,
})

/** An agent of another tree with an answer at noon. */
function sender(
  model: string,
  level: 'none' | 'high' = 'none',
  provider: ApiProviderName = 'anthropic',
): PrefixContext {
  const log = eventLog()
  const prompt = log.user('Another question')
  const own = { provider, requested_model: model, thinking_level: level, duration_ms: 0 } as const
  const usage = { input_tokens: 9_000, output_tokens: 10, cached_tokens: 0, cache_write_tokens: { '5m': 9_000 } }
  const answer = log.add({ kind: 'assistant', content: 'x', data: { ...own, ...usage } })
  return context([prompt, { ...answer, createdAt: new Date(NOON).toISOString() }])
}

interface Asked {
  readonly minute?: number
  readonly fixed?: number
  readonly model?: string
  readonly provider?: ApiProviderName
}

function headOf(
  senders: readonly PrefixContext[],
  { minute = 4, fixed = FIXED, model = 'claude-opus-5-5', provider = 'anthropic' }: Asked = {},
): number {
  return cachedHead(
    {
      own: context([]),
      choice: { provider, model, thinkingLevel: 'none' },
      facts: cacheFacts(provider, model),
      fixed,
      lifetimeOf: () => '5m',
      now: NOON + minute * MINUTE,
    },
    senders,
  )
}

const CLAUDE = 'claude-opus-5-5'

it('is the tools and the system prompt, as long as a request of any tree has kept them', () => {
  expect(headOf([sender(CLAUDE)])).toBe(1_000)
  expect(headOf([sender(CLAUDE)], { minute: 6 })).toBe(0)
  expect(headOf([])).toBe(0)
})

it('is shared by all thinking levels, not by models', () => {
  expect(headOf([sender(CLAUDE, 'high')])).toBe(1_000)
  expect(headOf([sender('claude-sonnet-5-5')])).toBe(0)
})

it('is shared only by equal tools and system prompts', () => {
  expect(headOf([{ ...sender(CLAUDE), tools: '[{}]' }])).toBe(0)
  expect(headOf([{ ...sender(CLAUDE), system: 'Be brief.' }])).toBe(0)
})

it('is not cached below the smallest size, or where requests have no marks', () => {
  expect(headOf([sender(CLAUDE)], { fixed: 400 })).toBe(0)
  const gpt = sender('gpt-4o', 'none', 'openai')
  expect(headOf([gpt], { model: 'gpt-4o', provider: 'openai', fixed: 2_000 })).toBe(0)
})
