import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Tool } from '../../src/main/core/ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** Says back what it is given; stands still when it is given `wait`, until the test lets it go or the turn is cancelled. */
class EchoTool implements Tool {
  readonly definition = {
    name: 'echo',
    description: 'Says back what it is given.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  }
  runs = 0
  letGo: () => void = () => undefined

  prepare(args: { readonly text?: unknown }) {
    const text = typeof args.text === 'string' ? args.text : ''
    const run = async ({ signal, onOutput }: { signal: AbortSignal; onOutput: (text: string) => void }) => {
      this.runs += 1
      if (text === 'wait') {
        const gate = Promise.withResolvers<void>()
        this.letGo = gate.resolve
        signal.addEventListener('abort', () => gate.resolve())
        onOutput('waiting…')
        await gate.promise
      }
      return { content: `echo: ${text}`, isError: false }
    }
    return Promise.resolve({
      ok: true,
      call: { subject: text, access: 'read', paths: [], isInFolder: true, run },
    } as const)
  }
}

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

  afterAll(async () => {
    await real.close()
    await simulator.close()
  })

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

  it('says at the limit that it is reached, and offers no tools after it', async () => {
    for (const text of ['1', '2']) simulator.enqueue('anthropic', calls(text))
    simulator.enqueue('anthropic', textAnswer('I have to stop.'))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await pane.type('Go on for ever')
    expect(pane.lines().filter((line) => line.startsWith('tool_result'))).toEqual([
      'tool_result: echo: 1',
      'tool_result: echo: 2\n\n[The limit of tool rounds for one turn is reached. Answer now with what you have.]',
    ])
    expect(simulator.requests.at(-1)?.body).not.toHaveProperty('tools')
  })

  it('completes every call when it is cancelled, runs nothing again, and the next request is valid', async () => {
    simulator.enqueue('anthropic', calls('quick', 'wait'))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    valueOf(await real.engine.submit(pane.agentId, 'Go'))
    await pane.until(({ view }) => Object.values(view.turn?.toolOutput ?? {}).includes('waiting…'))
    const { runs } = tool
    await real.engine.cancel(pane.agentId)
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
      "tool_result: Unknown tool: ecko. Did you mean 'echo'? Tools: echo, slash",
      'assistant: So be it.',
    ])
  })

  it('ends when the same response comes again after calls of unknown tools, and takes it in once', async () => {
    for (let round = 0; round < 3; round++) simulator.play('anthropic/tool-parallel-2.sse')
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await pane.type('Go')
    const kinds = pane.view.events.map(({ kind }) => kind).filter((kind) => kind !== 'system')
    expect(kinds).toEqual(['user', 'assistant', 'tool_call', 'tool_call', 'tool_result', 'tool_result'])
    expect(pane.items.filter((item) => item.type === 'live' && item.event.type === 'done')).toHaveLength(1)
  })
})
