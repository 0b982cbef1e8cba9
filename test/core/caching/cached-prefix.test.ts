import { describe, expect, it } from 'vitest'

import { cachedPrefix, type PrefixQuestion, type PrefixContext } from '../../../src/main/core/caching/cached-prefix.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { cacheFacts } from '../../../src/shared/cache-facts.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 10, 22, 12)
const CLAUDE = ['anthropic', 'claude-opus-5-5'] as const
const GPT = ['openai', 'gpt-4o'] as const
const GPT_6 = ['openai', 'gpt-6-sol'] as const

type Model = readonly [ApiProviderName, string]

const reportsWrites = (model: string): boolean => model !== 'gpt-4o'

/** A log whose answers are dated, minutes after noon. */
function contexts([provider, model]: Model) {
  const log = eventLog()
  const answer = (minute: number, input: number, data: object = {}): AgentEvent => {
    const usage = { input_tokens: input, output_tokens: 500, cached_tokens: input - 100 }
    const writes = reportsWrites(model)
      ? { cache_write_tokens: { [provider === 'anthropic' ? '5m' : '30m']: 100 } }
      : {}
    const own = { provider, requested_model: model, thinking_level: 'none', duration_ms: 0 } as const
    const added = log.add({
      kind: 'assistant',
      content: 'x',
      data: { ...own, ...usage, ...writes, ...data },
    })
    return { ...added, createdAt: new Date(NOON + minute * MINUTE).toISOString() }
  }
  return { answer, user: () => log.user('x'.repeat(400)) }
}

const context = (items: readonly AgentEvent[], more: Partial<PrefixContext> = {}): PrefixContext => ({
  items,
  system: null,
  prefixChangedAt: null,
  tools: '[]',
  keptWarm: null,
  ...more,
})

function cachedAt(
  minute: number,
  [provider, model]: Model,
  question: Pick<PrefixQuestion, 'own' | 'relatives'>,
  lifetime: '5m' | '1h' = '5m',
) {
  const found = cachedPrefix({
    ...question,
    choice: { provider, model, thinkingLevel: 'none' },
    facts: cacheFacts(provider, model),
    fixed: 0,
    lifetimeOf: () => lifetime,
    now: NOON + minute * MINUTE,
  })
  const { tokens, warmUntil } = found ?? {}
  return found === null ? null : [tokens, warmUntil == null ? null : (warmUntil - NOON) / MINUTE]
}

/** A parent with one answer at noon, and a fork of it with answers at the given minutes. */
function family(model: Model, ...minutes: readonly number[]) {
  const { answer, user } = contexts(model)
  const common = [user(), answer(0, 20_000)]
  const child = minutes.flatMap((minute, index) => [user(), answer(minute, 20_600 + 600 * index)])
  return { common, own: context(common), fork: context([...common, ...child]), user, answer }
}

describe('what is cached of the next request', () => {
  it('is what the agent’s own last request left, if it has no relatives', () => {
    const { own } = family(CLAUDE)
    expect(cachedAt(4, CLAUDE, { own, relatives: [] })).toEqual([20_000, 5])
    expect(cachedAt(6, CLAUDE, { own, relatives: [] })).toEqual([20_000, 5])
  })

  it('is written and renewed by the first request of a fork, up to the common answer', () => {
    const { own, fork } = family(CLAUDE, 3)
    expect(cachedAt(4, CLAUDE, { own, relatives: [fork] })).toEqual([20_500, 8])
    expect(cachedAt(7, CLAUDE, { own, relatives: [fork] })).toEqual([20_500, 8])
    expect(cachedAt(8, CLAUDE, { own, relatives: [fork] })).toEqual([20_000, 5])
  })

  it('is read by a fork after its parent’s next request has renewed it', () => {
    const { common, own, answer, user } = family(CLAUDE)
    const parent = context([...common, user(), answer(4, 20_600)])
    expect(cachedAt(6, CLAUDE, { own, relatives: [parent] })).toEqual([20_500, 9])
  })

  it('is not renewed at Claude by a fork’s later requests, which continue from its own entries', () => {
    const { own, fork } = family(CLAUDE, 1, 5, 9)
    expect(cachedAt(7, CLAUDE, { own, relatives: [fork] })).toEqual([20_000, 5])
  })

  it('is renewed by each request where entries end everywhere', () => {
    const { own, fork } = family(GPT, 1, 5, 9)
    expect(cachedAt(12, GPT, { own, relatives: [fork] })).toEqual([20_500, 14])
  })

  it('ends at the last request where entries end with requests', () => {
    const { own, fork } = family(GPT_6, 10)
    expect(cachedAt(35, GPT_6, { own, relatives: [fork] })).toEqual([20_000, 40])
  })

  it.each([
    ['another system prompt', { system: 'Be brief.' }],
    ['other tools', { tools: '[{}]' }],
    ['a change of the beginning', { prefixChangedAt: 1 }],
  ])('is not shared with a relative that has %s', (_, change) => {
    const { own, fork } = family(CLAUDE, 3)
    expect(cachedAt(4, CLAUDE, { own, relatives: [{ ...fork, ...change }] })).toEqual([20_000, 5])
  })

  it('is not shared with another model or thinking level, or without a common beginning', () => {
    const { common, own, answer, user } = family(CLAUDE)
    const other = context([...common, user(), answer(3, 20_600, { requested_model: 'claude-sonnet-5-5' })])
    const level = context([...common, user(), answer(3, 20_600, { thinking_level: 'high' })])
    const stranger = context([user(), answer(3, 20_600)])
    expect(cachedAt(6, CLAUDE, { own, relatives: [other, level, stranger] })).toEqual([20_000, 5])
  })

  it('is kept as long as was requested, where the response names no lifetime', () => {
    const { answer, user } = contexts(CLAUDE)
    const own = context([user(), answer(0, 20_000, { cache_write_tokens: { unknown: 100 } })])
    expect(cachedAt(6, CLAUDE, { own, relatives: [] }, '1h')).toEqual([20_000, 60])
  })
})
