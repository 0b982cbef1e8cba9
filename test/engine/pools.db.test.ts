import { beforeEach, describe, expect, it } from 'vitest'

import type { ModelPools } from '../../src/shared/model-pool.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { ownKey } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const CLAUDE = { provider: 'anthropic', model: 'claude-opus-4-6', thinkingLevel: 'none' } as const
const GPT = { provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'none' } as const
const KIMI = { provider: 'moonshot', model: 'kimi-k2.6', thinkingLevel: 'none' } as const

/** A pool each for the tests, for what a member's failure leaves behind. */
const POOLS: ModelPools = {
  key: { strategy: 'failover', models: [CLAUDE, GPT] },
  tired: { strategy: 'failover', models: [CLAUDE, GPT] },
  all: { strategy: 'failover', models: [CLAUDE, GPT] },
  request: { strategy: 'failover', models: [CLAUDE, GPT] },
  shown: { strategy: 'failover', models: [CLAUDE, GPT] },
  round: { strategy: 'round-robin', models: [CLAUDE, GPT, KIMI] },
}

const shared = engineForTests({}, { config: { pools: POOLS } })

// A member that has failed rests in all pools: each test begins without.
beforeEach(async () => {
  valueOf(await shared.real.storage.settings.set(ownKey(shared.real, 'model_pools'), {}))
})

async function paneOf(pool: string): Promise<Pane> {
  const pane = await Pane.create(shared.real.engine, 'gpt-5.5')
  await pane.type(`/model @${pool}`)
  return pane
}

/** What the log says of the answers and errors: who, and how it went. */
function answers({ view }: Pane): readonly string[] {
  return view.events.flatMap((event) => {
    if (event.kind === 'assistant') return [`${event.data.model}: ${event.content}`]
    if (event.kind === 'interrupted') return [`${event.data.model} interrupted: ${event.content}`]
    return event.kind === 'error' ? [`${event.data.model} ${event.data.category}`] : []
  })
}

it('/model @POOL says who is in it, and the agent keeps the pool', async () => {
  const pane = await Pane.create(shared.real.engine, 'gpt-5.5')
  expect((await pane.type('/model @round')).answers).toEqual([
    [
      '✓ Switched to @round: one after the other, a turn each',
      '  claude-opus-4-6/none',
      '  gpt-5.5/none',
      '  kimi-k2.6/none',
    ].join('\n'),
  ])
  const [answer] = (await pane.type('/model')).answers
  expect(answer?.split('\n')[0]).toBe('Model: @round')
  expect(answer).toMatch(/\n\nPools:\n  @key\n/)
  await expect(pane.type('/model @nobody')).rejects.toThrow('Unknown pool: @nobody')
})

it('round-robin: each turn another one, over one history', async () => {
  const pane = await paneOf('round')
  shared.simulator.enqueue('anthropic', textAnswer('one'))
  shared.simulator.enqueue('openai', textAnswer('two'))
  shared.simulator.enqueue('moonshot', textAnswer('three'))
  shared.simulator.enqueue('anthropic', textAnswer('four'))
  for (const prompt of ['a', 'b', 'c', 'd']) await pane.type(prompt)
  expect(answers(pane)).toEqual(['claude-opus-4-6: one', 'gpt-5.5: two', 'kimi-k2.6: three', 'claude-opus-4-6: four'])
})

describe('failover', () => {
  it('at once for a key that is refused; the member rests then', async () => {
    const pane = await paneOf('key')
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    shared.simulator.enqueue('openai', textAnswer('instead'))
    shared.simulator.enqueue('openai', textAnswer('again'))
    await pane.type('a')
    await pane.type('b')
    expect(answers(pane)).toEqual(['claude-opus-4-6 AUTH', 'gpt-5.5: instead', 'gpt-5.5: again'])
    expect(pane.view.turn).toBeNull()
    expect(
      pane.items.flatMap((item) =>
        item.type === 'live' && item.event.type === 'turn_ended' ? [item.event.outcome] : [],
      ),
    ).toEqual(['completed', 'completed'])
  })

  it('when the retries have not helped', async () => {
    const pane = await paneOf('tired')
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'timeout' }))
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'timeout' }))
    shared.simulator.enqueue('openai', textAnswer('instead'))
    const before = shared.simulator.requests.length
    await pane.type('a')
    expect(shared.simulator.requests.slice(before).map(({ host }) => host)).toEqual([
      'anthropic',
      'anthropic',
      'openai',
    ])
    expect(answers(pane)).toEqual(['claude-opus-4-6 TIMEOUT', 'gpt-5.5: instead'])
  })

  it('ends with the last failure when all have failed', async () => {
    const pane = await paneOf('all')
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'not_found' }))
    shared.simulator.enqueue('openai', failedAnswer({ kind: 'billing' }))
    await pane.type('a')
    expect(answers(pane)).toEqual(['claude-opus-4-6 NOT_FOUND', 'gpt-5.5 BILLING'])
  })

  it('asks nobody else about what is wrong with the request', async () => {
    const pane = await paneOf('request')
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request' }))
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request' }))
    await pane.type('a')
    expect(answers(pane)).toEqual(['claude-opus-4-6 INVALID_REQUEST'])
  })

  it('never after output was shown', async () => {
    const pane = await paneOf('shown')
    const faults = [{ type: 'error_mid_stream', afterEvents: 6 }] as const
    shared.simulator.enqueue('anthropic', { ...textAnswer('half of an answer', { faults }), chunkSize: 4 })
    await pane.type('a')
    expect(answers(pane)).toEqual(['claude-opus-4-6 interrupted: half of an a', 'claude-opus-4-6 OVERLOADED'])
  })
})
