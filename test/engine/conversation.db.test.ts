import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }, { type: 'text', text: 'second half.' }],
} as const

describe('a conversation', () => {
  let simulator: Simulator
  let real: RealEngine

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment())
  })

  afterAll(() => closeAll(real, simulator))

  const openPane = (model = 'claude-haiku-4-5/none') => Pane.create(real.engine, model)

  it('records the prompt before the answer, and the answer before the end of its stream', async () => {
    simulator.enqueue('anthropic', textAnswer('Hello back.'))
    const pane = await openPane()
    await pane.type('Hello')
    expect(pane.lines()).toEqual(['user: Hello', 'assistant: Hello back.'])
    const order = pane.items.flatMap((item) =>
      item.type === 'live' ? [item.event.type] : item.type === 'recorded' ? [item.event.kind] : [],
    )
    expect(order.filter((step) => step !== 'text_delta')).toEqual([
      'user',
      'turn_started',
      'start',
      'assistant',
      'done',
      'turn_ended',
    ])
  })

  it('sends what was said before, and adds the tokens up for the tree', async () => {
    simulator.enqueue('openai', textAnswer('One.', {}))
    simulator.enqueue('openai', textAnswer('Two.', {}))
    const pane = await openPane('gpt-5-mini/low')
    await pane.type('First')
    await pane.type('Second')
    expect(pane.lines()).toEqual(['user: First', 'assistant: One.', 'user: Second', 'assistant: Two.'])
    const agent = (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)
    const tokens = pane.view.events.map((event) => (event.kind === 'assistant' ? (event.data.total_tokens ?? 0) : 0))
    expect(agent?.usage.totalTokens).toBe(tokens.reduce((sum, count) => sum + count, 0))
    expect(agent?.usage.totalTokens).toBeGreaterThan(0)
  })

  it('goes on with another provider in a fork, while the parent keeps its own', async () => {
    simulator.enqueue('anthropic', textAnswer('From Claude.'))
    simulator.enqueue('google', textAnswer('From Gemini.'))
    const parent = await openPane()
    await parent.type('Who are you?')
    const child = await parent.fork({ models: ['gemini-2.5-flash/none'], prompt: 'And you?' })
    await child.until(({ view }) => view.turn === null && child.last('assistant')?.content === 'From Gemini.')
    expect(child.lines()).toEqual([
      'user: Who are you?',
      'assistant: From Claude.',
      'user: And you?',
      'assistant: From Gemini.',
    ])
    await parent.until((pane) => pane.last('fork') !== undefined)
    expect(parent.lines()).toEqual(['user: Who are you?', 'assistant: From Claude.', 'fork: '])
  })

  it('forks from an earlier message: what came after it is not inherited', async () => {
    simulator.enqueue('anthropic', textAnswer('A1'))
    simulator.enqueue('anthropic', textAnswer('A2'))
    const parent = await openPane()
    await parent.type('Q1')
    const first = parent.last('assistant')
    await parent.type('Q2')
    const child = await parent.fork({ atEventId: first?.id ?? 0 })
    expect(child.lines()).toEqual(['user: Q1', 'assistant: A1'])
  })

  it('starts a child whose inherited context ends in an unanswered prompt', async () => {
    simulator.enqueue('anthropic', HELD)
    simulator.enqueue('openai', textAnswer('Answered by the child.'))
    const parent = await openPane()
    valueOf(await real.engine.agents.submit({ agentId: parent.agentId, text: 'Anyone?' }))
    const held = await simulator.streamHeld()
    const child = await parent.fork({ models: ['gpt-5-mini/low'] })
    await child.until((pane) => pane.last('assistant') !== undefined)
    expect(child.lines()).toEqual(['user: Anyone?', 'assistant: Answered by the child.'])
    held.release()
    await parent.until(({ view }) => view.turn === null)
  })

  it('refuses a second prompt and a model switch while it answers, and takes them afterwards', async () => {
    simulator.enqueue('anthropic', HELD)
    const pane = await openPane()
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    const held = await simulator.streamHeld()
    expect(refusalOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'More' }))).toMatch(
      /^Cannot send while response is streaming/,
    )
    expect(refusalOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/model gpt-5-mini' }))).toBe(
      'Cannot switch model while response is streaming. Wait for completion or press Ctrl+C to cancel.',
    )
    held.release()
    await pane.until(({ view }) => view.turn === null && view.events.length > 2)
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/model gpt-5-mini/low' }))
    simulator.enqueue('openai', textAnswer('Now from OpenAI.'))
    await pane.type('More')
    expect(pane.last('assistant')?.content).toBe('Now from OpenAI.')
  })

  it('does what a user does in quick succession in that order: the model is picked before the prompt is sent', async () => {
    const pane = await Pane.open(real.engine, valueOf(await real.engine.agents.create({})).id)
    simulator.enqueue('openai', textAnswer('First of all.'))
    const model = real.engine.agents.submit({ agentId: pane.agentId, text: '/model gpt-5-mini/low' })
    const prompt = real.engine.agents.submit({ agentId: pane.agentId, text: 'At once' })
    expect([valueOf(await model).turnStarted, valueOf(await prompt).turnStarted]).toEqual([false, true])
    await pane.until((now) => now.last('assistant') !== undefined && now.view.turn === null)
    const child = await pane.fork()
    simulator.enqueue('google', textAnswer('Second.'))
    const first = pane.view.events.find(({ kind }) => kind === 'user')?.id ?? 0
    const acts = [
      real.engine.agents.rewind({ agentId: child.agentId, eventId: first }),
      real.engine.agents.submit({ agentId: child.agentId, text: '/model gemini-2.5-flash/none' }),
      real.engine.agents.setSystemPrompt({ agentId: child.agentId, text: 'Be brief.' }),
      real.engine.agents.submit({ agentId: child.agentId, text: 'Anew' }),
    ]
    for (const act of acts) valueOf<unknown>(await act)
    await child.until((now) => now.last('assistant')?.content === 'Second.')
    expect(valueOf(await real.engine.agents.systemPrompt({ agentId: child.agentId }))).toBe('Be brief.')
    const context = valueOf(await real.engine.agents.context({ agentId: child.agentId }))
    expect(context.segments.map(({ event }) => event.content)).toEqual(['At once', 'Anew', 'Second.'])
    expect(child.lines().slice(-5)).toEqual([
      'rewind: ',
      'command: /model gemini-2.5-flash/none',
      'model: ',
      'user: Anew',
      'assistant: Second.',
    ])
  })

  it('keeps what had arrived when it is cancelled, and goes on from there', async () => {
    simulator.enqueue('anthropic', HELD)
    const pane = await openPane()
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await simulator.streamHeld()
    await pane.until(({ view }) => view.turn?.blocks.some((block) => block.type === 'text') === true)
    expect(valueOf(await real.engine.agents.cancel({ agentId: pane.agentId }))).toBe(true)
    await pane.until(({ view }) => view.turn === null)
    expect(pane.lines()).toEqual(['user: Go', 'interrupted: First half, '])
    simulator.enqueue('anthropic', textAnswer('the rest.'))
    valueOf(await real.engine.agents.resume({ agentId: pane.agentId }))
    await pane.until((now) => now.last('assistant') !== undefined)
    expect(pane.lines().at(-1)).toBe('assistant: the rest.')
  })

  it('takes an interrupted answer out of the context when it is discarded, and out of nothing else', async () => {
    simulator.enqueue('anthropic', HELD)
    const pane = await openPane()
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await simulator.streamHeld()
    await pane.until(({ view }) => view.turn?.blocks.some((block) => block.type === 'text') === true)
    await real.engine.agents.cancel({ agentId: pane.agentId })
    await pane.until((now) => now.last('interrupted') !== undefined)
    valueOf(await real.engine.agents.discard({ agentId: pane.agentId, eventId: pane.last('interrupted')?.id ?? 0 }))
    simulator.enqueue('anthropic', textAnswer('Anew.'))
    const requests = simulator.requests.length
    valueOf(await real.engine.agents.resume({ agentId: pane.agentId }))
    await pane.until((now) => now.last('assistant') !== undefined)
    expect(JSON.stringify(simulator.requests.slice(requests))).not.toContain('First half')
    expect(pane.lines()).toContain('interrupted: First half, ')
  })

  it('rewinds to behind any message of the context, and takes that back', async () => {
    const pane = await openPane()
    const inContext = async () =>
      valueOf(await real.engine.agents.context({ agentId: pane.agentId })).segments.map(({ event }) => event.content)
    for (const text of ['One', 'Two']) {
      simulator.enqueue('anthropic', textAnswer(`${text}, yes.`))
      await pane.type(text)
    }
    const first = pane.view.events.find(({ kind }) => kind === 'assistant')?.id ?? 0
    valueOf(await real.engine.agents.rewind({ agentId: pane.agentId, eventId: first }))
    expect(await inContext()).toEqual(['One', 'One, yes.'])
    expect(refusalOf(await real.engine.agents.rewind({ agentId: pane.agentId, eventId: first }))).toBe(
      'The context ends here already.',
    )
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/clear --undo' }))
    expect(await inContext()).toEqual(['One', 'One, yes.', 'Two', 'Two, yes.'])
  })

  it('says what a provider refused and keeps the prompt, so that it can be sent again', async () => {
    simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    const pane = await openPane()
    await pane.type('Hello?')
    expect(pane.lines()[0]).toBe('user: Hello?')
    expect(pane.last('error')).toMatchObject({ data: { category: 'AUTH', http_status: 401, retryable: false } })
    simulator.enqueue('anthropic', textAnswer('Yes?'))
    valueOf(await real.engine.agents.resume({ agentId: pane.agentId }))
    await pane.until((now) => now.last('assistant') !== undefined)
    expect(pane.last('assistant')?.content).toBe('Yes?')
  })

  it('tries again what is worth it, at once when a user says so, and shows nothing twice', async () => {
    simulator.enqueue('anthropic', failedAnswer({ kind: 'overloaded' }))
    simulator.enqueue('anthropic', textAnswer('Back again.'))
    const pane = await openPane()
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Hello?' }))
    await pane.until(({ view }) => view.turn?.retry != null)
    expect(pane.view.turn?.retry).toMatchObject({ attempt: 2, error: { category: 'OVERLOADED' } })
    valueOf(await real.engine.agents.retryNow({ agentId: pane.agentId }))
    await pane.until((now) => now.last('assistant') !== undefined)
    expect(pane.lines()).toEqual(['user: Hello?', 'assistant: Back again.'])
  })

  it('stores nothing and sends nothing without a model', async () => {
    const agent = valueOf(await real.engine.agents.create({}))
    const pane = await Pane.open(real.engine, agent.id)
    const requests = simulator.requests.length
    expect(refusalOf(await real.engine.agents.submit({ agentId: agent.id, text: 'Hello' }))).toMatch(
      /^No model configured\. Use \/model to select one\./,
    )
    expect([pane.lines(), simulator.requests.length]).toEqual([[], requests])
  })

  it('has all of it after the engine was closed and opened again', async () => {
    simulator.enqueue('anthropic', textAnswer('Remember me.'))
    const pane = await openPane()
    await pane.type('A promise')
    await pane.type('/mark HERE')
    const child = await pane.fork({ models: ['gpt-5-mini/high'] })
    await pane.until((now) => now.last('fork') !== undefined)
    const [before, childBefore] = [pane.lines(), child.lines()]
    await real.reopen()
    const again = await Pane.open(real.engine, pane.agentId)
    const childAgain = await Pane.open(real.engine, child.agentId)
    expect([again.lines(), childAgain.lines()]).toEqual([before, childBefore])
    expect(valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/clear HERE' })).answers).toEqual([
      "Rewound to 'HERE'.",
    ])
  })
})
