import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { EchoTool } from '../support/echo-tool.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const calls = (...texts: readonly string[]): { type: 'script'; blocks: readonly ScriptedBlock[] } => ({
  type: 'script',
  blocks: texts.map((text) => ({ type: 'tool_call', name: 'echo', arguments: { text } })),
})

describe('a turn with tools', () => {
  let simulator: Simulator
  let real: RealEngine
  const tool = new EchoTool()

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment(), {
      tools: [tool],
      allowed: ['echo'],
      config: { maxToolTurns: 2 },
    })
  })

  afterAll(() => closeAll(real, simulator))

  it.each([
    ['anthropic', 'claude-haiku-4-5/low'],
    ['openai', 'gpt-5-mini/low'],
    ['google', 'gemini-2.5-flash/low'],
  ] as const)(
    'runs the calls, sends the results back in call order, and ends with an answer: %s',
    async (host, model) => {
      simulator.enqueue(host, calls('one', 'two', 'three'))
      simulator.enqueue(host, textAnswer('Done.'))
      const pane = await Pane.create(real.engine, model)
      await pane.type('Use your tool')
      expect(pane.lines()).toEqual([
        'user: Use your tool',
        'assistant: ',
        'tool_call: ',
        'tool_call: ',
        'tool_call: ',
        'tool_result: echo: one',
        'tool_result: echo: two',
        'tool_result: echo: three',
        'assistant: Done.',
      ])
    },
  )

  it('pauses at the limit with all results, and goes on where it is continued', async () => {
    for (const text of ['1', '2']) simulator.enqueue('anthropic', calls(text))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    const [{ runs }, requests] = [tool, simulator.requests.length]
    await pane.type('Go on for long')
    expect([tool.runs - runs, simulator.requests.length - requests]).toEqual([2, 2])
    expect(pane.lines().slice(-2)).toEqual([
      'tool_result: echo: 2',
      'error: The turn is paused after 2 rounds of tools, the limit of one turn. Continue it, or send a message. max_tool_turns sets the limit.',
    ])
    expect(pane.last('error')?.data).toMatchObject({ category: 'TOOL_ROUNDS' })
    const before = simulator.requests.at(-1)?.body

    simulator.enqueue('anthropic', calls('3'))
    simulator.enqueue('anthropic', textAnswer('Done.'))
    valueOf(await real.engine.agents.resume({ agentId: pane.agentId }))
    await pane.until(({ view }) => view.turn === null && pane.last('assistant')?.content === 'Done.')
    expect(
      pane
        .lines()
        .filter((line) => !line.startsWith('error'))
        .slice(-3),
    ).toEqual(['tool_call: ', 'tool_result: echo: 3', 'assistant: Done.'])
    // It was the same conversation: nothing was added, and the tools could be called all the time.
    const after = simulator.requests.at(-1)?.body
    expect([after?.['tools'], after?.['tool_choice']]).toEqual([before?.['tools'], before?.['tool_choice']])
    expect(JSON.stringify(after?.['messages'])).not.toContain('limit')
  })

  it('takes a message at the limit, too', async () => {
    for (const text of ['1', '2']) simulator.enqueue('anthropic', calls(text))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await pane.type('Go on for long')
    simulator.enqueue('anthropic', textAnswer('Enough.'))
    await pane.type('Answer now')
    expect(pane.last('assistant')?.content).toBe('Enough.')
  })

  it('asks for a summary with the tools of the turn, and forbids calls only after a call', async () => {
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    simulator.enqueue('anthropic', textAnswer('Hello.'))
    await pane.type('Hi')
    simulator.enqueue('anthropic', textAnswer('We greeted each other.'))
    await pane.type('/compress')
    const [turn, summary] = [simulator.requests.at(-2)?.body, simulator.requests.at(-1)?.body]
    expect([summary?.['tools'], summary?.['tool_choice']]).toEqual([turn?.['tools'], turn?.['tool_choice']])
    expect(pane.last('summary')?.content).toBe('We greeted each other.')
    simulator.enqueue('anthropic', calls('1'))
    simulator.enqueue('anthropic', calls('1'))
    expect(refusalOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' }))).toBe(
      'The model called a tool instead of writing a summary. The context is as it was. Try again.',
    )
    const repeated = simulator.requests.at(-1)?.body
    expect([repeated?.['tools'], repeated?.['tool_choice']]).toEqual([turn?.['tools'], { type: 'none' }])
  })

  it.each([
    ['anthropic', 'claude-haiku-4-5/none'],
    ['openai', 'gpt-5-mini/low'],
    ['local', 'local/qwen3:8b'],
  ] as const)(
    'runs no call that the output limit cut, says so, and stops after the second: %s',
    async (host, model) => {
      const cut = {
        type: 'script',
        blocks: [
          { type: 'tool_call', name: 'echo', arguments: { text: 'whole' } },
          { type: 'tool_call', name: 'echo', arguments: {}, rawArguments: '{"text":"a long te' },
        ],
        finish: 'length',
      } as const
      for (let round = 0; round < 3; round += 1) simulator.enqueue(host, cut)
      const pane = await Pane.create(real.engine, model)
      const [{ runs }, requests] = [tool, simulator.requests.length]
      await pane.type('Write it')
      expect([tool.runs - runs, simulator.requests.length - requests]).toEqual([2, 2])
      const results = pane.lines().filter((line) => line.startsWith('tool_result'))
      expect(results[1]).toMatch(
        /^tool_result: The call of echo was incomplete and was not run: the answer reached the limit of [\d,]+ output tokens/,
      )
      expect(pane.lines().at(-1)).toMatch(
        /^error: The turn was ended: 2 tool calls were cut by the output limit of [\d,]+ tokens\./,
      )
      // What is still queued is taken.
      await pane.type('And now?')
    },
  )

  it('completes every call when it is cancelled, runs nothing again, and the next request is valid', async () => {
    simulator.enqueue('anthropic', calls('quick', 'wait'))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await pane.until(({ view }) => Object.values(view.turn?.toolOutput ?? {}).includes('waiting…'))
    const { runs } = tool
    await real.engine.agents.cancel({ agentId: pane.agentId })
    await pane.until(({ view }) => view.turn === null)
    expect(pane.lines().slice(4)).toEqual(['tool_result: echo: quick', 'tool_result: echo: wait', 'interrupted: '])
    simulator.enqueue('anthropic', textAnswer('Fine.'))
    await pane.type('Never mind')
    expect([pane.last('assistant')?.content, tool.runs]).toEqual(['Fine.', runs])
  })

  it('lets a model that calls an unknown tool try again', async () => {
    simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name: 'ecko', arguments: {} }] })
    simulator.enqueue('anthropic', textAnswer('So be it.'))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await pane.type('Go')
    expect(pane.lines().slice(3)).toEqual([
      "tool_result: Unknown tool: ecko. Did you mean 'echo'? Tools: ask, echo, slash",
      'assistant: So be it.',
    ])
  })

  it('fails when the same response comes again after calls of unknown tools, and takes it in once', async () => {
    for (let round = 0; round < 3; round++) simulator.play('anthropic/tool-parallel-2.sse')
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await pane.type('Go')
    const kinds = pane.view.events.map(({ kind }) => kind).filter((kind) => kind !== 'system')
    expect(kinds).toEqual(['user', 'assistant', 'tool_call', 'tool_call', 'tool_result', 'tool_result', 'error'])
    expect(pane.items.filter((item) => item.type === 'live' && item.event.type === 'done')).toHaveLength(1)
  })
})
