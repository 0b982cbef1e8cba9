import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { Pane } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import { objectOf, objectsOf, textOf } from '../support/provider-simulator/read-json.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { showTool } from '../support/show-tool.ts'

/**
 * Signatures of calls, in the places where Gemini and gateways to it put them, come back in the same places
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */

let simulator: Simulator
let real: RealEngine
let answers: Answer[] = []

beforeAll(async () => {
  // The signatures of these answers are no signatures of the simulator.
  simulator = await startSimulator({ strict: false, answerWith: () => answers.shift() ?? textAnswer('Done.') })
  real = await openRealEngine(simulator.environment(), { tools: [showTool([])], allowed: ['show'] })
})
afterAll(() => closeAll(real, simulator))

const sse = (events: readonly JsonObject[], end = ''): Answer => ({
  type: 'raw',
  contentType: 'text/event-stream',
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + end,
})

/** Each list is a chunk of the stream. */
const gemini = (...chunks: readonly (readonly JsonObject[])[]): Answer =>
  sse(
    chunks.map((parts, at) => ({
      candidates: [
        { content: { role: 'model', parts: [...parts] }, ...(at === chunks.length - 1 && { finishReason: 'STOP' }) },
      ],
      modelVersion: 'gemini',
    })),
  )
const call = (path: string, signature?: string): JsonObject => ({
  functionCall: { name: 'show', args: { path } },
  ...(signature !== undefined && { thoughtSignature: signature }),
})

/** Returns the model's parts in the last request. */
function sentBack(): readonly string[] {
  return objectsOf(simulator.requests.at(-1)?.body['contents']).flatMap(({ role, parts }) =>
    role === 'model' ? objectsOf(parts).map(shown) : [],
  )
}

function shown(part: JsonObject): string {
  const called = objectOf(part['functionCall'])
  const said = `${part['thought'] === true ? 'thought' : 'text'} ${textOf(part['text'])}`
  const what = part['functionCall'] === undefined ? said : `call ${textOf(objectOf(called['args'])['path'])}`
  return part['thoughtSignature'] === undefined ? what : `${what} [${textOf(part['thoughtSignature'])}]`
}

describe.each(['gemini-3.8-flash/med', 'gemini-2.5-flash/med'])('%s', (model) => {
  it.each<[string, readonly Answer[], readonly string[]]>([
    ['one call', [gemini([call('a', 'A')])], ['call a [A]']],
    ['parallel calls, of which the first has one', [gemini([call('a', 'A'), call('b')])], ['call a [A]', 'call b']],
    ['parallel calls in chunks of their own', [gemini([call('a', 'A')], [call('b')])], ['call a [A]', 'call b']],
    ['parallel calls with one each', [gemini([call('a', 'A'), call('b', 'B')])], ['call a [A]', 'call b [B]']],
    [
      'calls of several steps',
      [gemini([call('a', 'A')]), gemini([call('b', 'B')]), gemini([call('c', 'C'), call('d')])],
      ['call a [A]', 'call b [B]', 'call c [C]', 'call d'],
    ],
    [
      'a call behind thoughts and a text',
      [gemini([{ text: 'Hm.', thought: true }], [{ text: 'I look.' }], [call('a', 'A')])],
      ['text I look.', 'call a [A]'],
    ],
    [
      'a call behind a text that has one as well',
      [gemini([{ text: 'I look.', thoughtSignature: 'T' }], [call('a', 'A')])],
      ['text I look. [T]', 'call a [A]'],
    ],
    ['a call before an empty text', [gemini([call('a', 'A')], [{ text: '' }])], ['call a [A]']],
    [
      'a call before an empty text with its own',
      [gemini([call('a', 'A')], [{ text: '', thoughtSignature: 'E' }])],
      ['call a [A]', 'text  [E]'],
    ],
    [
      'a call with an id of the server',
      [gemini([{ functionCall: { id: 'f1', name: 'show', args: { path: 'a' } }, thoughtSignature: 'A' }])],
      ['call a [A]'],
    ],
  ])('%s', async (_, given, expected) => {
    answers = [...given]
    const pane = await Pane.create(real.engine, model)
    await pane.type('Look')
    expect(sentBack()).toEqual(expected)
    await pane.type('And now?')
    expect(sentBack().slice(0, expected.length)).toEqual(expected)
    pane.close()
  })

  it('and after a restart', async () => {
    answers = [gemini([call('a', 'A'), call('b')])]
    const { agentId } = await Pane.create(real.engine, model)
    const before = await Pane.open(real.engine, agentId)
    await before.type('Look')
    before.close()
    await real.reopen()
    const pane = await Pane.open(real.engine, agentId)
    await pane.type('And now?')
    expect(sentBack().slice(0, 2)).toEqual(['call a [A]', 'call b'])
    pane.close()
  })
})

describe('a gateway with Chat Completions', () => {
  const DONE = 'data: [DONE]\n\n'
  const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
    id: 'c',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const piece = (index: number, more: JsonObject): JsonObject => ({
    index,
    id: `x${index}`,
    type: 'function',
    function: { name: 'show', arguments: `{"path":"${index}"}` },
    ...more,
  })
  const google = { extra_content: { google: { thought_signature: 'A' } } }

  const called = (more: JsonObject): JsonObject => ({ name: 'show', arguments: '{"path":"0"}', ...more })
  const SIGNED = { thought_signature: 'A' }
  const bare = piece(0, {})

  it.each<[string, readonly (readonly JsonObject[])[], readonly JsonObject[]]>([
    ['Google', [[piece(0, google)]], [piece(0, google)]],
    ['Vertex', [[piece(0, { extra_content: { vertex: SIGNED } })]], [piece(0, { extra_content: { vertex: SIGNED } })]],
    ['LiteLLM', [[piece(0, { provider_specific_fields: SIGNED })]], [piece(0, { provider_specific_fields: SIGNED })]],
    ['a flat field', [[piece(0, SIGNED)]], [piece(0, SIGNED)]],
    [
      'a flat field as in the native API',
      [[piece(0, { thoughtSignature: 'A' })]],
      [piece(0, { thoughtSignature: 'A' })],
    ],
    ['a field of the function', [[piece(0, { function: called(SIGNED) })]], [piece(0, { function: called(SIGNED) })]],
    [
      'LiteLLM, in the function',
      [[piece(0, { function: called({ provider_specific_fields: SIGNED }) })]],
      [piece(0, { function: called({ provider_specific_fields: SIGNED }) })],
    ],
    [
      'two places at once',
      [[piece(0, { ...google, function: called(SIGNED) })]],
      [piece(0, { ...google, function: called(SIGNED) })],
    ],
    ['the first of two calls', [[piece(0, google), piece(1, {})]], [piece(0, google), piece(1, {})]],
    ['both calls', [[piece(0, google), piece(1, SIGNED)]], [piece(0, google), piece(1, SIGNED)]],
    [
      'a piece behind the arguments',
      [[bare], [{ index: 0, function: { arguments: '' }, ...google }]],
      [piece(0, google)],
    ],
    ['a piece before the name', [[{ index: 0, id: 'x0', ...google }], [bare]], [piece(0, google)]],
    ['none: empty fields', [[piece(0, { thought_signature: '', extra_content: null })]], [bare]],
  ])('%s', async (_, chunks, expected) => {
    const deltas = chunks.map((tool_calls) => chunk({ tool_calls: [...tool_calls] }))
    answers = [sse([...deltas, chunk({}, 'tool_calls')], DONE), sse([chunk({ content: 'Done.' }, 'stop')], DONE)]
    const pane = await Pane.create(real.engine, 'local/gemini/none')
    await pane.type('Look')
    const calls = objectsOf(simulator.requests.at(-1)?.body['messages']).flatMap((message) =>
      objectsOf(message['tool_calls']),
    )
    expect(calls).toEqual(expected.map(({ index: _index, ...rest }) => rest))
    pane.close()
  })
})
