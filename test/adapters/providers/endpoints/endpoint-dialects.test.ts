import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { defined } from '../../../../src/shared/defined.ts'
import { companyModel } from '../../../../src/shared/endpoints/company-model.ts'
import { readEndpoints } from '../../../../src/shared/endpoints/endpoint-entry.ts'
import { ENDPOINT_PRESETS, PRESET_NAMES, type PresetName } from '../../../../src/shared/endpoints/endpoint-presets.ts'
import { resolveEndpoint } from '../../../../src/shared/endpoints/endpoint.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { ModelConversation, type TestModel } from '../../../support/model-conversation.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'
import type { Dialect } from '../../../support/provider-simulator/dialect.ts'
import { DIALECTS } from '../../../support/provider-simulator/endpoint-dialects.ts'
import { type DialectServer, startDialect } from '../../../support/provider-simulator/start-dialect.ts'
import { startSimulator } from '../../../support/provider-simulator/start-simulator.ts'
import type { Simulator } from '../../../support/provider-simulator/simulator.ts'
import { testModelAt } from '../../../support/simulated-models.ts'

let simulator: Simulator
let server: DialectServer | undefined

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())
afterEach(async () => {
  await server?.close()
  server = undefined
})

const ROWS = PRESET_NAMES.map((name) => [name, DIALECTS[name]] as const)

/** The adapter of a service with the least entry in config.json that it needs, at a server with its dialect. */
async function modelAt(name: PresetName, dialect: Dialect, key = 'endpoint-key'): Promise<TestModel> {
  server = await startDialect(dialect, simulator)
  const models = dialect.hasNoList === true ? { models: [dialect.model] } : {}
  const { entries, problems } = readEndpoints([{ preset: name, base_url: server.baseUrl, key, ...models }])
  const [entry] = entries
  if (entry === undefined) throw new Error(problems[0]?.message)
  const provider = await endpointAt(entry)
  const as = companyModel(dialect.model, resolveEndpoint(entry)) ?? undefined
  const choice = { provider: 'endpoint', model: `${name}/${dialect.model}`, thinkingLevel: 'med' } as const
  return { provider, choice, ...defined({ as }) }
}

/** The simulator's answers: two rounds of calls, each with thinking, then a text. */
function callTwice(): void {
  let calls = 0
  simulator.answerWith((request) => {
    const round = calls++ % 3
    const thinking = { type: 'thinking', text: `Thought ${round}.` } as const
    const text = { type: 'text', text: `Done by ${request.host}.` } as const
    if (round === 2) return { type: 'script', blocks: [thinking, text] }
    const call = { type: 'tool_call', name: 'read', arguments: { path: `file ${round}` } } as const
    return { type: 'script', blocks: [thinking, call] }
  })
}

describe.each(ROWS)('%s', (name, dialect) => {
  it('streams thinking, calls in two rounds and a text, and reports usage; nothing is refused', async () => {
    callTwice()
    const model = await modelAt(name, dialect)
    const talk = new ModelConversation()
    expect(await talk.turn(model, 'Look at both.')).toBe(3)
    expect(await talk.turn(model, 'Again.')).toBe(3)
    expect(server?.refused).toEqual([])
    expect(server?.bodies[0]?.['model'] ?? dialect.model).toBe(dialect.model)
    const answers = talk.events.filter(({ kind }) => kind === 'assistant')
    expect(answers).toHaveLength(6)
    for (const { data } of answers) {
      expect(data).toMatchObject({ provider: 'endpoint', requested_model: `${name}/${dialect.model}` })
      expect(data).toHaveProperty('total_tokens')
      expect(Boolean(data && 'thinking' in data)).toBe(name !== 'perplexity')
    }
  })

  it.each(['none', 'low', 'high', 'max'] as const)('takes the level %s', async (thinkingLevel) => {
    callTwice()
    const model = await modelAt(name, dialect)
    const talk = new ModelConversation()
    await talk.turn({ ...model, choice: { ...model.choice, thinkingLevel } }, 'Look.')
    expect(server?.refused).toEqual([])
  })

  it('goes on with what Claude began in the middle of its tools, and back', async () => {
    callTwice()
    const model = await modelAt(name, dialect)
    const claude = await testModelAt(simulator, 'anthropic')
    const talk = new ModelConversation()
    talk.user('Look.')
    for (const speaker of [claude, model, claude, model, claude, model]) {
      const calls = await talk.ask(speaker)
      for (const { id, name: tool, arguments: input } of calls)
        talk.add({ kind: 'tool_call', content: null, data: { tool_call_id: id, name: tool, arguments: input } })
      for (const { id } of calls) talk.result(id)
      if (calls.length === 0) talk.user('Go on.')
    }
    expect(server?.refused).toEqual([])
  })

  it('lists its models under its name', async () => {
    const { provider } = await modelAt(name, dialect)
    const listed = await provider.listModels(new AbortController().signal)
    expect(listed.ok ? listed.value.map(({ id }) => id) : listed.error).toContain(`${name}/${dialect.model}`)
  })

  it.skipIf(dialect.key === 'none')('says whose key was refused, without the key', async () => {
    const { provider } = await modelAt(name, dialect, 'some-wrong-key-0123')
    const events = await eventsOf(provider, helloRequest('openai', { model: `${name}/${dialect.model}` }))
    const error = events.find(({ type }) => type === 'error')
    expect(error).toMatchObject({ error: { category: 'AUTH' } })
    expect(JSON.stringify(error)).toContain(ENDPOINT_PRESETS[name].label)
    expect(JSON.stringify(error)).not.toContain('some-wrong-key-0123')
  })
})
