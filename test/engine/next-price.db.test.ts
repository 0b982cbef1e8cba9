import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { batches } from '../../src/shared/batches.ts'
import { modelSpecText } from '../../src/shared/model-spec-text.ts'
import { recordedCost } from '../../src/shared/recorded-usage.ts'
import type { ModelRequestPrice } from '../../src/shared/request-price.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'gpt-4o/low'
const MINUTE = 60_000
const POOLS = {
  fast: { strategy: 'failover', models: [{ provider: 'openai', model: 'gpt-4o', thinkingLevel: 'low' }] },
} as const

describe('the price of the next request', () => {
  let simulator: Simulator
  let real: RealEngine
  let later: number

  beforeAll(async () => {
    const usage = { inputTokens: 100_000, outputTokens: 400 }
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage }) })
    const clock = { ...systemClock, now: () => systemClock.now() + later }
    real = await openRealEngine(simulator.environment(), { clock, config: { pools: POOLS } })
  })
  beforeEach(() => {
    later = 0
  })

  afterAll(() => closeAll(real, simulator))

  const next = async (pane: Pane, models: readonly string[] = [], more: object = {}) => {
    const found = await real.engine.price.next({ agentId: pane.agentId, models, ...more })
    return valueOf(found)
  }
  const first = async (...order: Parameters<typeof next>): Promise<ModelRequestPrice> => {
    const [found] = await next(...order)
    if (found === undefined) throw new Error('There is one')
    return found
  }
  const answered = async (): Promise<Pane> => {
    const pane = await Pane.create(real.engine, MODEL)
    await pane.type('Hello')
    return pane
  }

  it('is that of what was reported, and of the text that follows', async () => {
    const pane = await answered()
    const found = await first(pane, [], { text: 'x'.repeat(4_000) })
    expect(found).toMatchObject({
      model: MODEL,
      tokens: 100_000 + 400 + 1_000,
      outputTokens: 400,
      cache: 'warm',
      missing: [],
    })
    expect(found.usdWarm).toBeCloseTo((100_000 * 1.25 + 1_400 * 2.5 + 400 * 10) / 1e6, 9)
    expect(found.usdCold).toBeCloseTo((101_400 * 2.5 + 400 * 10) / 1e6, 9)
    expect(found.usd).toBe(found.usdWarm)
  })

  it('rises five minutes later, when the cache is cold', async () => {
    const pane = await answered()
    const now = await first(pane)
    later = 5 * MINUTE
    const then = await first(pane)
    expect([now.cache, then.cache]).toEqual(['warm', 'cold'])
    expect(then.usd).toBe(now.usdCold)
    expect((then.usd ?? 0) / (now.usd ?? 1)).toBeGreaterThan(1.9)
  })

  it('is cold for another model or level, which has nothing cached, and for a pool that of its first member', async () => {
    const pane = await answered()
    const found = await next(pane, [MODEL, 'gpt-4o/high', 'claude-opus-5-5/none', '@fast', 'kimi-of-tomorrow/none'])
    expect(found.map(({ model, cache }) => [model, cache])).toEqual([
      [MODEL, 'warm'],
      ['gpt-4o/high', 'cold'],
      ['claude-opus-5-5/none', 'cold'],
      [MODEL, 'warm'],
      ['kimi-of-tomorrow/none', 'cold'],
    ])
    expect(found[2]?.usdCold).toBeCloseTo((100_400 * 5 + 400 * 20) / 1e6, 9)
    expect(found[4]).toMatchObject({ usd: null, usdCold: null, usdWarm: null })
  })

  it('of a fork is that of its parent: it shares the beginning', async () => {
    const pane = await answered()
    const child = await pane.fork()
    expect(await first(child)).toEqual({ ...(await first(pane)), tokens: expect.any(Number), usd: expect.any(Number) })
    expect((await first(child)).cache).toBe('warm')
  })

  it('has nothing cached after the context or the system prompt was changed', async () => {
    const pane = await answered()
    valueOf(await real.engine.agents.setSystemPrompt({ agentId: pane.agentId, text: 'You are brief.' }))
    expect((await first(pane)).cache).toBe('cold')
    const cleared = await answered()
    await cleared.type('/clear')
    const found = await first(cleared)
    expect(found).toMatchObject({ cache: 'cold', usdWarm: null })
    expect(found.tokens).toBeLessThan(1_000)
  })

  it('comes with the size of the context: as reported, or an estimate after a change and for another model', async () => {
    const pane = await answered()
    const reported = { tokens: 100_400, isReported: true }
    expect((await first(pane, [], { text: 'x'.repeat(4_000) })).context).toEqual(reported)
    expect((await first(pane, ['claude-opus-5-5/none'])).context).toEqual({ tokens: 100_400, isReported: false })
    const fork = await pane.fork()
    expect((await first(fork)).context).toEqual(reported)
    await pane.type('/compress')
    const compressed = (await first(pane)).context
    expect(compressed.isReported).toBe(false)
    expect(compressed.tokens).toBeLessThan(1_000)
    await pane.type('Hello again')
    expect((await first(pane)).context).toEqual(reported)
    await pane.type('/mark M')
    await pane.type('More')
    await pane.type('/clear M')
    expect((await first(pane)).context.isReported).toBe(false)
  })

  it('of a fork from an earlier event or after a mark is that of its part of the context', async () => {
    const pane = await answered()
    const atEventId = pane.last('assistant')?.id ?? 0
    await pane.type('/mark M')
    simulator.enqueue('openai', { ...textAnswer('Yes.'), usage: { inputTokens: 200_000, outputTokens: 400 } })
    await pane.type('Go on')
    const before = pane.last('user')?.id ?? 0
    const [whole, early, beforePrompt, marked] = [
      await first(pane),
      await first(pane, [], { atEventId }),
      await first(pane, [], { before }),
      await first(pane, [], { mark: 'M' }),
    ]
    expect(whole.tokens).toBe(200_400)
    expect(early).toMatchObject({ tokens: 100_400, cache: 'warm' })
    expect(beforePrompt).toEqual(early)
    expect(marked).toMatchObject({ cache: 'cold', usdWarm: null })
    expect(marked.tokens).toBeLessThan(1_000)
    const wrong = await real.engine.price.next({ agentId: pane.agentId, models: [], mark: 'NONE' })
    expect(wrong.ok).toBe(false)
  })

  it('is known for every model that a user may choose, in one request for all', async () => {
    const pane = await answered()
    const { providers } = await real.engine.models.list({})
    const specs = providers.flatMap(({ models }) =>
      models.map(({ provider, id }) => modelSpecText(provider, id, 'low')),
    )
    for (const part of batches(specs, 100)) {
      const found = await next(pane, part)
      expect(found.map(({ model }) => model)).toEqual(part)
    }
  })

  it('of a summary adds the summary’s prompt, and is close to what it then costs', async () => {
    const pane = await answered()
    const found = await first(pane, [], { purpose: 'compress' })
    expect(found.tokens).toBeGreaterThan((await first(pane)).tokens)
    simulator.enqueue('openai', {
      ...textAnswer('Short.'),
      usage: { inputTokens: 100_700, cachedTokens: 100_000, outputTokens: 400 },
    })
    await pane.type('/compress')
    const cost = recordedCost(pane.last('summary')?.data)?.usd ?? 0
    expect(Math.abs((found.usd ?? 0) - cost) / cost).toBeLessThan(0.05)
  })

  it('of a summary by Claude reads the messages, as a prompt does', async () => {
    const pane = await Pane.create(real.engine, 'claude-opus-5-5/none')
    const cached = { inputTokens: 100_000, cachedTokens: 99_000, outputTokens: 400 }
    simulator.enqueue('anthropic', { ...textAnswer('Yes.'), usage: cached })
    await pane.type('Hello')
    const prompt = await first(pane)
    const summary = await first(pane, [], { purpose: 'compress' })
    expect(summary.cache).toBe('warm')
    expect((summary.usd ?? 0) / (prompt.usd ?? 1)).toBeLessThan(1.2)
  })

  it('of a first prompt expects an answer as long as the model’s recent ones to other agents', async () => {
    const before = await Pane.create(real.engine, 'gpt-5.4-mini/low')
    expect((await first(before)).outputTokens).toBe(0)
    await before.type('Hello')
    const fresh = await Pane.create(real.engine, 'gpt-5.4-mini/low')
    expect((await first(fresh)).outputTokens).toBe(400)
  })

  it('is known for a model of OpenRouter once its list was loaded', async () => {
    const pane = await Pane.create(real.engine, 'openrouter/anthropic/claude-sonnet-4.6/none')
    expect((await first(pane, [], { text: 'x'.repeat(4_000) })).usd).toBeNull()
    await real.engine.models.list({ refresh: 'openrouter' })
    expect((await first(pane, [], { text: 'x'.repeat(4_000) })).usd).toBeGreaterThan(0)
  })

  it('refuses an unknown agent, an unknown model, and an agent without a model', async () => {
    const pane = await answered()
    const wrong = await real.engine.price.next({ agentId: pane.agentId, models: ['no model at all'] })
    const nobody = await real.engine.price.next({ agentId: '00000000-0000-4000-8000-000000000000', models: [] })
    const bare = valueOf(await real.engine.agents.create({}))
    const none = await real.engine.price.next({ agentId: bare.id, models: [] })
    expect([wrong.ok, nobody.ok, none.ok]).toEqual([false, false, false])
  })
})
