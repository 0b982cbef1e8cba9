import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { agentsOf, Pane } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const HOSTS = [
  ['anthropic', 'claude-haiku-4-5/low'],
  ['openai', 'gpt-5-mini/low'],
  ['google', 'gemini-2.5-flash/low'],
  ['mistral', 'mistral-small-latest/none'],
  ['moonshot', 'kimi-k2.5/none'],
  ['xai', 'grok-4/none'],
] as const

const script = (blocks: ScriptedAnswer['blocks'], finish: ScriptedAnswer['finish'] = 'stop'): ScriptedAnswer => ({
  type: 'script',
  blocks,
  finish,
})
const EMPTY = script([])
const THINKING = script([{ type: 'thinking', text: 'Let me think.' }])
const CUT = script([{ type: 'text', text: 'Once upon' }], 'length')
const WITHHELD = script([{ type: 'text', text: 'I would' }], 'content_filter')

describe('how an answer ends', () => {
  let simulator: Simulator
  let real: RealEngine
  let answers: Answer[] = []

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => answers.shift() })
    real = await openRealEngine(simulator.environment())
  })
  afterAll(() => closeAll(real, simulator))
  beforeEach(() => {
    answers = []
  })

  async function run(model: string, ...given: readonly Answer[]) {
    answers = [...given]
    const from = simulator.requests.length
    const pane = await Pane.create(real.engine, model)
    await pane.type('Tell me')
    const end = pane.items.findLast((item) => item.type === 'live' && item.event.type === 'turn_ended')
    const lamp = (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)?.activity.type
    return {
      pane,
      lamp,
      outcome: end?.type === 'live' && end.event.type === 'turn_ended' ? end.event.outcome : null,
      requests: simulator.requests.length - from,
      error: pane.last('error')?.content ?? null,
    }
  }

  it.each(HOSTS)('asks once more for an empty answer: %s', async (_, model) => {
    const { outcome, lamp, requests, error, pane } = await run(model, EMPTY, textAnswer('Here it is.'))
    expect([outcome, lamp, requests, error]).toEqual(['completed', 'idle', 2, null])
    expect(pane.last('assistant')?.content).toBe('Here it is.')
    expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('Continue from where you stopped.')
  })

  /** As some local servers answer: every response has the same id. */
  const constantId = (delta: object, finish: string): Answer => {
    const chunk = { id: 'chatcmpl-1', choices: [{ index: 0, delta, finish_reason: finish }] }
    return { type: 'raw', contentType: 'text/event-stream', body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` }
  }
  const callOf = (name: string) => ({ tool_calls: [{ index: 0, id: 'x', function: { name, arguments: '{}' } }] })

  it.each([
    ['an empty answer', {}, 'stop'],
    ['a call that did not arrive', {}, 'tool_calls'],
    ['a call of an unknown tool', callOf('no_such_tool'), 'tool_calls'],
  ])('goes on after %s of a server that gives all responses one id', async (_, delta, finish) => {
    const { outcome, requests, pane } = await run(
      'local/qwen3:8b/none',
      constantId(delta, finish),
      constantId({ content: 'Here it is.' }, 'stop'),
    )
    expect([outcome, requests, pane.last('assistant')?.content]).toEqual(['completed', 2, 'Here it is.'])
  })

  it('ends where the same call of an unknown tool comes again and again, with the same id', async () => {
    const again = constantId(callOf('no_such_tool'), 'tool_calls')
    const { outcome, requests, error } = await run('local/qwen3:8b/none', again, again, again)
    expect([outcome, requests, error]).toEqual(['failed', 2, expect.stringMatching(/without any progress/)])
  })

  it.each(HOSTS)('fails where the second answer is empty as well: %s', async (_, model) => {
    const { outcome, lamp, requests, error } = await run(model, EMPTY, EMPTY)
    expect([outcome, lamp, requests]).toEqual(['failed', 'failed', 2])
    expect(error).toMatch(/^The model ended without an answer/)
  })

  it.each(HOSTS.slice(0, 3))('takes thinking alone for no answer: %s', async (_, model) => {
    const { outcome, error } = await run(model, THINKING, THINKING)
    expect([outcome, error]).toEqual(['failed', expect.stringMatching(/^The model ended without an answer/)])
  })

  it.each(HOSTS)('fails where the answer is cut: %s', async (_, model) => {
    const { outcome, lamp, requests, error, pane } = await run(model, CUT)
    expect([outcome, lamp, requests]).toEqual(['failed', 'failed', 1])
    expect(error).toMatch(/^The answer was cut off at the output limit/)
    expect(pane.last('assistant')?.content).toBe('Once upon')
  })

  it.each(HOSTS.slice(0, 3))('fails where the answer is withheld: %s', async (_, model) => {
    const { outcome, error } = await run(model, WITHHELD)
    expect([outcome, error]).toEqual(['failed', expect.stringMatching(/withheld/)])
  })

  it('sends no queued prompt after an answer that is not complete', async () => {
    answers = [{ ...CUT, holdAfterEvents: 1 }]
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    const turn = pane.type('Tell me')
    const held = await simulator.streamHeld()
    await real.engine.agents.submit({ agentId: pane.agentId, text: 'And then?', ifBusy: 'queue' })
    held.release()
    await turn
    await pane.until(({ view }) => view.queue.length === 1)
    expect(pane.view.events.filter(({ kind }) => kind === 'user')).toHaveLength(1)
  })
})
