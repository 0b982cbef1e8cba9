import { describe, expect, it } from 'vitest'

import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const SCHEMA = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } }, required: ['size'] }

const shared = engineForTests()

const set = (pane: Pane, options: Parameters<RealEngine['engine']['agents']['setOptions']>[0]['options']) =>
  shared.real.engine.agents.setOptions({ agentId: pane.agentId, options })
const optionsOf = async (pane: Pane) => valueOf(await shared.real.engine.agents.options({ agentId: pane.agentId }))

describe('the options of an agent', () => {
  it('are recorded, sent with the next request, and inherited by forks', async () => {
    const pane = await Pane.create(shared.real.engine, 'gpt-6-sol/none')
    const taken = valueOf(await set(pane, { verbosity: 'low', service_tier: 'flex', temperature: 1 }))
    expect(taken.notes).toEqual(['Temperature is not sent: gpt-6-sol does not take it.'])
    await pane.type('Hello')
    expect(shared.simulator.requests.at(-1)?.body).toMatchObject({ text: { verbosity: 'low' }, service_tier: 'flex' })
    expect(shared.simulator.requests.at(-1)?.body).not.toHaveProperty('temperature')
    expect(pane.last('options')?.data).toEqual({
      options: { verbosity: 'low', service_tier: 'flex', temperature: 1 },
    })
    const child = await pane.fork({ models: [], prompt: 'And you?' })
    await child.until(({ view }) => view.turn === null && child.last('assistant')?.agentId === child.agentId)
    expect(shared.simulator.requests.at(-1)?.body).toMatchObject({ text: { verbosity: 'low' }, service_tier: 'flex' })
    valueOf(await set(child, {}))
    expect((await optionsOf(pane)).options).toHaveProperty('verbosity', 'low')
  })

  it('are named with the answer, and in what would be sent, if the server refuses them or the model does not take them', async () => {
    const message = "Unsupported parameter: 'service_tier' is not supported with this model."
    shared.simulator.enqueue('openai', { type: 'failure', failure: { kind: 'bad_request', message } })
    const pane = await Pane.create(shared.real.engine, 'gpt-6-sol/none')
    valueOf(await set(pane, { verbosity: 'low', service_tier: 'flex', temperature: 1 }))
    await pane.type('Hello')
    const unsent = [
      { option: 'service_tier', why: 'refused' },
      { option: 'temperature', why: 'not_taken' },
    ]
    expect(pane.last('assistant')?.data).toHaveProperty('options_not_sent', unsent)
    const view = valueOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId }))
    expect(view.report.options).toEqual(unsent)
    valueOf(await set(pane, { verbosity: 'low' }))
    await pane.type('Hello')
    expect(pane.last('assistant')?.data).not.toHaveProperty('options_not_sent')
  })

  it('let Kimi search: its call comes back with its own arguments, and is charged', async () => {
    const args = { search_result: { search_id: 'a1' }, usage: { total_tokens: 12 } }
    shared.simulator.enqueue('moonshot', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: '$web_search', arguments: args }],
    })
    shared.simulator.enqueue('moonshot', textAnswer('It rains.'))
    const before = shared.simulator.requests.length
    const pane = await Pane.create(shared.real.engine, 'kimi-k3.1-pro/low')
    valueOf(await set(pane, { web_search: true }))
    await pane.type('Does it rain?')
    const [first, second] = shared.simulator.requests.slice(before)
    expect(shared.simulator.requests.slice(before).map(({ rejectedBy }) => rejectedBy)).toEqual([undefined, undefined])
    expect(JSON.stringify(first?.body)).toContain('{"type":"builtin_function","function":{"name":"$web_search"}}')
    expect(second?.bodyText).toContain('"name":"$web_search"')
    expect(pane.last('tool_result')).toMatchObject({ content: JSON.stringify(args), data: { is_error: false } })
    const [answer] = pane.view.events.filter(({ kind }) => kind === 'assistant')
    expect(answer?.data).toMatchObject({ server_tool_uses: { web_search: 1 } })
    // The search stays where its answer was asked for: another provider reads an ordinary call.
    await pane.type('/model claude-haiku-4-5/none')
    await pane.type('And tomorrow?')
    expect(shared.simulator.requests.at(-1)?.rejectedBy).toBeUndefined()
  })

  it('do not let a model search that was not allowed to', async () => {
    const call = {
      type: 'script',
      blocks: [{ type: 'tool_call', name: '$web_search', arguments: { q: 'x' } }],
    } as const
    shared.simulator.enqueue('moonshot', call)
    shared.simulator.enqueue('moonshot', textAnswer('I cannot.'))
    const pane = await Pane.create(shared.real.engine, 'kimi-k3.1-pro/low')
    await pane.type('Does it rain?')
    expect(pane.last('tool_result')).toMatchObject({ data: { is_error: true } })
    expect(pane.last('tool_result')?.content).toContain('Unknown tool')
  })

  it('limit the reply, but not beyond what the model can write', async () => {
    const pane = await Pane.create(shared.real.engine, 'gpt-6-sol/none')
    valueOf(await set(pane, { max_output_tokens: 2_000 }))
    await pane.type('Hello')
    expect(shared.simulator.requests.at(-1)?.body).toHaveProperty('max_output_tokens', 2_000)
    valueOf(await set(pane, { max_output_tokens: 9_000_000 }))
    await pane.type('Hello')
    expect(shared.simulator.requests.at(-1)?.body).toHaveProperty('max_output_tokens', 128_000)
  })

  it('cannot be changed while a turn runs', async () => {
    const held = { type: 'script', blocks: [{ type: 'text', text: 'a' }, { type: 'hold' }] } as const
    shared.simulator.enqueue('openai', held)
    const pane = await Pane.create(shared.real.engine, 'gpt-6-sol/none')
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Hello' }))
    // Otherwise the cancel may come before the request, and the answer would wait for the next test.
    await pane.until(({ view }) => (view.turn?.blocks.length ?? 0) > 0)
    expect(refusalOf(await set(pane, { verbosity: 'low' }))).toBe('Wait until the turn has ended, or cancel it.')
    await shared.real.engine.agents.cancel({ agentId: pane.agentId })
  })

  it('refuse a schema that cannot be used', async () => {
    const pane = await Pane.create(shared.real.engine, 'gpt-6-sol/none')
    expect(refusalOf(await set(pane, { schema: { type: 'nothing' } }))).toContain('The schema cannot be used.')
    expect((await optionsOf(pane)).options).toEqual({})
  })
})

describe('an answer by a schema', () => {
  const paneWith = async (model = 'gpt-6-sol/none') => {
    const pane = await Pane.create(shared.real.engine, model)
    valueOf(await set(pane, { schema: SCHEMA }))
    return pane
  }

  it('is asked for in the provider’s own form', async () => {
    shared.simulator.enqueue('openai', textAnswer('{"size": 3}'))
    const pane = await paneWith()
    await pane.type('How large?')
    expect(shared.simulator.requests.at(-1)?.body).toMatchObject({
      text: { format: { type: 'json_schema', schema: SCHEMA } },
    })
    expect(pane.lines()).toEqual(['options: ', 'user: How large?', 'assistant: {"size": 3}'])
  })

  it('is asked for in words elsewhere', async () => {
    shared.simulator.enqueue('local', textAnswer('```json\n{"size": 3}\n```'))
    const pane = await paneWith('local/qwen3:8b')
    await pane.type('How large?')
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).toContain('valid by the JSON Schema below')
    expect(pane.view.events.map(({ kind }) => kind)).not.toContain('error')
  })

  it('is corrected once if it breaks the schema', async () => {
    shared.simulator.enqueue('openai', textAnswer('{"size": 0}'))
    shared.simulator.enqueue('openai', textAnswer('{"size": 1}'))
    const pane = await paneWith()
    await pane.type('How large?')
    const kinds = pane.view.events.map(({ kind }) => kind).filter((kind) => kind === 'user' || kind === 'assistant')
    expect(kinds).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(pane.last('user')?.content).toContain('- size must be >= 1')
    expect(pane.last('assistant')?.content).toBe('{"size": 1}')
    expect(pane.view.turn).toBeNull()
  })

  it('fails the turn if the correction is wrong too', async () => {
    shared.simulator.enqueue('openai', textAnswer('large'))
    shared.simulator.enqueue('openai', textAnswer('very large'))
    const before = shared.simulator.requests.length
    const pane = await paneWith()
    await pane.type('How large?')
    expect(shared.simulator.requests.length - before).toBe(2)
    expect(pane.last('error')?.content).toContain('even after one correction: it is not one JSON value')
  })

  it('does not apply to calls of tools', async () => {
    const call = {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'slash', arguments: { command: 'agents', args: '' } }],
    } as const
    shared.simulator.enqueue('openai', call)
    shared.simulator.enqueue('openai', textAnswer('{"size": 1}'))
    const pane = await paneWith()
    await pane.type('How large?')
    expect(pane.view.events.filter(({ kind }) => kind === 'user')).toHaveLength(1)
    expect(pane.last('assistant')?.content).toBe('{"size": 1}')
  })
})
