import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ModelRequest } from '../../../src/main/core/ports/provider-ports.ts'
import { PROVIDER_ADAPTERS } from '../../../src/main/adapters/providers/provider-table.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import { wireModelName } from '../../../src/shared/model-spec.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import type { TestModel } from '../../support/model-conversation.ts'
import { playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest, TEST_KEY } from '../../support/provider-outcome.ts'
import { createCompatibleProvider } from '../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { compatibleAt, VENDORS } from '../../support/compatible-provider.ts'
import { textAnswer } from '../../support/provider-simulator/answer.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'
import { tool } from '../../support/transcript-builders.ts'

/** Tools that stay in the request, where the cached prefix begins, and may not be called. */

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

const asking = ({ choice }: TestModel, changes: Partial<ModelRequest>): ModelRequest =>
  helloRequest('openai', { model: wireModelName(choice), thinkingLevel: 'med', ...changes })

/** The field that forbids calls, by provider; Meta takes none, so it is sent no tools. */
const FORBIDDEN: Readonly<Record<ApiProviderName, object>> = {
  anthropic: { tool_choice: { type: 'none' } },
  openai: { tool_choice: 'none' },
  google: { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
  xai: { tool_choice: 'none' },
  meta: {},
  mistral: { tool_choice: 'none' },
  moonshot: { tool_choice: 'none' },
  openrouter: { tool_choice: 'none' },
  local: { tool_choice: 'none' },
}

describe.each(PROVIDER_NAMES)('%s', (name) => {
  it('takes a request whose tools may not be called, and its tools are those of every other request', async () => {
    const testModel = await testModelAt(simulator, name)
    for (const toolChoice of [undefined, 'none'] as const) {
      simulator.enqueue(name, textAnswer('Hi'))
      const request = asking(testModel, { tools: [tool], ...(toolChoice && { toolChoice }) })
      expect((await eventsOf(testModel.provider, request)).at(-1)).toMatchObject({ type: 'done' })
    }
    const [free, bound] = simulator.requests.slice(-2).map(({ body }) => body)
    expect(bound).toMatchObject(FORBIDDEN[name])
    expect(bound?.['tools']).toEqual(name === 'meta' ? undefined : free?.['tools'])
    expect([free?.['tool_choice'], free?.['toolConfig']]).toEqual([undefined, undefined])
  })

  it('is not told what may not be called where there are no tools', async () => {
    const testModel = await testModelAt(simulator, name)
    simulator.enqueue(name, textAnswer('Hi'))
    await eventsOf(testModel.provider, asking(testModel, { toolChoice: 'none' }))
    const body = simulator.requests.at(-1)?.body
    expect([body?.['tools'], body?.['tool_choice'], body?.['toolConfig']]).toEqual([undefined, undefined, undefined])
  })
})

it('drops the tools where a server refuses the wish, and remembers that for the model', async () => {
  const refusal = { error: { message: "No endpoints found that support the provided 'tool_choice' value.", code: 404 } }
  const chunk = { id: 'gen-1', model: 'm', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
  const playback = await playAnswers((response, { body }) => {
    if (body['tool_choice'] !== undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      return
    }
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  })
  const connection = { key: TEST_KEY, baseUrl: playback.url, idleTimeoutMs: 20_000 }
  const provider = createCompatibleProvider(VENDORS.openrouter, connection)
  const request = helloRequest('openai', { model: 'm', tools: [tool], toolChoice: 'none' })
  for (let count = 0; count < 2; count += 1) {
    expect((await eventsOf(provider, request)).at(-1)).toMatchObject({ type: 'done' })
  }
  await eventsOf(provider, helloRequest('openai', { model: 'm', tools: [tool] }))
  await playback.stop()
  const sent = playback.requests.map(({ body }) => [body['tools'] !== undefined, body['tool_choice']])
  expect(sent).toEqual([
    [true, 'none'],
    [false, undefined],
    [false, undefined],
    [true, undefined],
  ])
})

it('is judged strictly by the simulator', async () => {
  const local = compatibleAt('local', simulator)
  const body = local.render(helloRequest('openai', { model: 'qwen3:8b', tools: [tool], toolChoice: 'none' }))
  const send = async (changes: object): Promise<number> => {
    const url = `${simulator.baseUrls.local}/chat/completions`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TEST_KEY}` }
    const text = JSON.stringify({ ...Object(body), ...changes })
    const response = await fetch(url, { method: 'POST', headers, body: text })
    await response.text()
    return response.status
  }
  expect([await send({}), await send({ tools: undefined }), await send({ tool_choice: 'never' })]).toEqual([
    200, 400, 400,
  ])
})

describe('a choice beyond none, as each API says it', () => {
  const other = { ...tool, name: 'other' }
  const rendered = (
    name: ApiProviderName,
    toolChoice: ModelRequest['toolChoice'],
    thinkingLevel: 'none' | 'high' = 'none',
  ) => {
    const models: Partial<Record<ApiProviderName, string>> = {
      anthropic: 'claude-haiku-4-5',
      openai: 'gpt-5.5',
      google: 'gemini-2.5-flash',
      meta: 'muse-spark-1.3',
    }
    const request = helloRequest('openai', {
      model: models[name] ?? 'm',
      thinkingLevel,
      tools: [tool, other],
      ...(toolChoice !== undefined && { toolChoice }),
    })
    const body = PROVIDER_ADAPTERS[name].create({ key: 'key', baseUrl: undefined, idleTimeoutMs: null }).render(request)
    if (!isJsonObject(body)) throw new Error('a body that is no object')
    const { tool_choice, parallel_tool_calls, toolConfig } = body
    return { tool_choice, parallel_tool_calls, toolConfig }
  }
  const none = { tool_choice: undefined, parallel_tool_calls: undefined, toolConfig: undefined }
  const google = (config: object) => ({ ...none, toolConfig: { functionCallingConfig: config } })

  it.each<[ApiProviderName, ModelRequest['toolChoice'], object]>([
    ['openai', { mode: 'auto' }, none],
    ['openai', { mode: 'required' }, { ...none, tool_choice: 'required' }],
    ['openai', { mode: { tool: 'other' } }, { ...none, tool_choice: { type: 'function', name: 'other' } }],
    ['openai', { mode: 'auto', parallelAllowed: false }, { ...none, parallel_tool_calls: false }],
    ['openai', { mode: 'auto', parallelAllowed: true }, none],
    [
      'mistral',
      { mode: { tool: 'other' } },
      { ...none, tool_choice: { type: 'function', function: { name: 'other' } } },
    ],
    [
      'local',
      { mode: 'required', parallelAllowed: false },
      { ...none, tool_choice: 'required', parallel_tool_calls: false },
    ],
    ['xai', { mode: 'required' }, { ...none, tool_choice: 'required' }],
    ['meta', { mode: 'required', parallelAllowed: false }, none],
    ['anthropic', { mode: 'required' }, { ...none, tool_choice: { type: 'any' } }],
    ['anthropic', { mode: { tool: 'other' } }, { ...none, tool_choice: { type: 'tool', name: 'other' } }],
    [
      'anthropic',
      { mode: 'auto', parallelAllowed: false },
      { ...none, tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    ],
    ['google', { mode: 'required' }, google({ mode: 'ANY' })],
    ['google', { mode: { tool: 'other' } }, google({ mode: 'ANY', allowedFunctionNames: ['other'] })],
    ['google', { mode: 'auto', strict: true }, google({ mode: 'VALIDATED' })],
    ['google', { mode: 'auto', parallelAllowed: false }, none],
  ])('%s %j', (name, toolChoice, expected) => {
    expect(rendered(name, toolChoice)).toEqual(expected)
  })

  it('forces no call of a Claude model that thinks, which the API refuses', () => {
    expect(rendered('anthropic', { mode: 'required', parallelAllowed: false }, 'high')).toEqual({
      ...none,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    })
  })
})
