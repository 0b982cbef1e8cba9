import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { recordedCost } from '../../src/shared/recorded-usage.ts'
import { NO_DETAILS, NO_TOKENS } from '../../src/shared/usage.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const USAGE = { inputTokens: 1_000, outputTokens: 100 }
const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }],
  usage: { inputTokens: 1_000 },
} as const

describe('the cost of a response', () => {
  let simulator: Simulator
  let real: RealEngine

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage: USAGE }) })
    const prices = { 'claude-opus-5-5': { input: 1_000, output: 10_000 } }
    real = await openRealEngine(simulator.environment(), { config: { prices } })
  })

  afterAll(() => closeAll(real, simulator))

  const answerOf = async (model: string) => {
    const pane = await Pane.create(real.engine, model)
    await pane.type('Hello')
    return pane
  }

  it('is recorded with it: by list prices, by the user’s own, free, or not at all', async () => {
    const costs = []
    for (const model of ['gpt-5-mini/low', 'claude-opus-5-5/none', 'local/qwen3/none', 'kimi-of-tomorrow/none']) {
      costs.push(recordedCost((await answerOf(model)).last('assistant')?.data))
    }
    const mini = (1_000 * 0.25 + 100 * 2) / 1e6
    expect(costs).toEqual([
      { usd: mini, source: 'list', missing: [] },
      { usd: 2, source: 'list', missing: [] },
      { usd: 0, source: 'list', missing: [] },
      null,
    ])
  })

  it('is recorded for a summary, with the thinking that the summary leaves out', async () => {
    const pane = await answerOf('gpt-5-mini/low')
    simulator.enqueue('openai', { ...textAnswer('Short.'), usage: { ...USAGE, thinkingTokens: 60 } })
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' }))
    await pane.until(() => pane.last('summary') !== undefined)
    const { data } = pane.last('summary') ?? {}
    expect(data).toMatchObject({ output_tokens: 40, cost_usd: 0.00045, cost_source: 'list' })
  })

  it('is recorded for an answer that was cut, as far as it was reported', async () => {
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    simulator.enqueue('anthropic', HELD)
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Hello' }))
    await pane.until(({ items }) => items.some((item) => item.type === 'live' && item.event.type === 'text_delta'))
    await real.engine.agents.cancel({ agentId: pane.agentId })
    await pane.until(() => pane.last('interrupted') !== undefined)
    const { data } = pane.last('interrupted') ?? {}
    expect(data).toMatchObject({ cost_usd: (1_000 * 1 + 5) / 1e6, cost_source: 'list' })
  })

  it('is recorded for a summary that was cancelled, cut or of which nothing came, and changes nothing else', async () => {
    const pane = await answerOf('claude-haiku-4-5/none')
    const costOfAgent = async () =>
      (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)?.cost ?? { usd: 0, unpriced: 0 }
    const answered = await costOfAgent()
    const context = async () => valueOf(await real.engine.agents.context({ agentId: pane.agentId })).segments.length
    const segments = await context()
    const compress = () => real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' })
    simulator.enqueue('anthropic', HELD)
    const compressing = compress()
    await pane.until(({ items }) =>
      items.some(({ type, ...item }) => type === 'live' && JSON.stringify(item).includes('First half')),
    )
    await real.engine.agents.cancel({ agentId: pane.agentId })
    expect(await compressing).toMatchObject({ ok: false, error: { message: 'Cancelled. The context is as it was.' } })
    simulator.enqueue('anthropic', { ...textAnswer('Too lo'), finish: 'length', usage: USAGE })
    expect(await compress()).toMatchObject({ ok: false })
    simulator.enqueue('anthropic', { ...textAnswer(' '), usage: USAGE })
    expect(await compress()).toMatchObject({ ok: false })
    await pane.until(({ view }) => view.events.filter(({ kind }) => kind === 'summary').length === 3)
    const failed = pane.view.events.flatMap((event) => (event.kind === 'summary' ? [event.data] : []))
    const [cut, whole] = [(1_000 * 1 + 5) / 1e6, (1_000 * 1 + 100 * 5) / 1e6]
    expect(failed).toMatchObject([
      { failed: 'cancelled', provider: 'anthropic', input_tokens: 1_000, cost_usd: cut, cost_source: 'list' },
      { failed: 'unusable', input_tokens: 1_000, output_tokens: 100, cost_usd: whole },
      { failed: 'unusable', input_tokens: 1_000, output_tokens: 100, cost_usd: whole },
    ])
    expect((await costOfAgent()).usd - answered.usd).toBeCloseTo(cut + 2 * whole, 9)
    expect(await context()).toBe(segments)
  })

  it('is recorded for a turn that is recovered after a crash, as far as it was reported', async () => {
    const { agentId } = await answerOf('gpt-5-mini/low')
    const turnId = randomUUID()
    const choice = { provider: 'openai', model: 'gpt-5-mini', thinkingLevel: 'low' } as const
    const { journal, leases } = real.storage
    valueOf(await leases.acquire(agentId))
    journal.begin(agentId, turnId, choice)
    const usage = { ...NO_TOKENS, ...NO_DETAILS, inputTokens: 1_000, outputTokens: 50 }
    journal.append(turnId, { type: 'start', model: 'gpt-5-mini', usage })
    journal.append(turnId, { type: 'text_delta', blockIndex: 0, text: 'First half' })
    await real.reopen()
    const pane = await Pane.open(real.engine, agentId)
    await pane.until(() => pane.last('interrupted') !== undefined)
    const { data } = pane.last('interrupted') ?? {}
    const usd = (1_000 * 0.25 + 50 * 2) / 1e6
    expect(data).toMatchObject({ reason: 'crash', cost_usd: usd, cost_source: 'list' })
  })
})
