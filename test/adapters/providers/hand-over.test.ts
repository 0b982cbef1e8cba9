import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ContentBlock } from '../../../src/shared/content.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { ModelConversation } from '../../support/model-conversation.ts'
import type { ScriptedAnswer, ScriptedBlock } from '../../support/provider-simulator/answer.ts'
import { objectsOf, textOf } from '../../support/provider-simulator/read-json.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'

/**
 * The real adapters and the real assembly against a server that is as strict as the providers
 * (docs/behaviour/providers.md#strictness).
 */

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

const thinking = (text: string): ScriptedBlock => ({ type: 'thinking', text })
const text = (words: string): ScriptedBlock => ({ type: 'text', text: words })
const call = (name: string, path: string): ScriptedBlock => ({ type: 'tool_call', name, arguments: { path } })

/** A turn with much thinking and many tools: two calls at once, one more, then the answer. */
const TOOL_TURN: readonly (readonly ScriptedBlock[])[] = [
  [thinking('I need two files.'), text('Let me look.'), call('read', 'a'), call('read', 'b')],
  [thinking('And a search.'), call('search', 'c')],
  [thinking('That is all.'), text('Here it is.')],
]

function enqueueTurn(host: ApiProviderName, turn = TOOL_TURN): void {
  for (const blocks of turn) simulator.enqueue(host, { type: 'script', blocks } satisfies ScriptedAnswer)
}

/** Which rules rejected what has been sent since the test began. */
let firstRequest = 0
beforeEach(() => {
  firstRequest = simulator.requests.length
})
const rejections = () => simulator.requests.slice(firstRequest).flatMap(({ rejectedBy }) => rejectedBy ?? [])

describe.each(PROVIDER_NAMES)('a tool-heavy thinking history made with %s', (origin) => {
  it.each(PROVIDER_NAMES)('goes on with %s, and comes back', async (target) => {
    const conversation = new ModelConversation()
    const first = await testModelAt(simulator, origin)
    const second = await testModelAt(simulator, target)
    enqueueTurn(origin)
    expect(await conversation.turn(first, 'One')).toBe(3)
    enqueueTurn(target)
    expect(await conversation.turn(second, 'Two')).toBe(3)
    enqueueTurn(origin)
    expect(await conversation.turn(first, 'Three')).toBe(3)
    expect(rejections()).toEqual([])
    const { request } = conversation.assemble(first)
    const own = request.messages.flatMap((message) => (message.role === 'assistant' ? message.content : []))
    expect(own.filter(({ type }) => type === 'thinking')).toHaveLength(ownThoughts(origin, target))
  })

  it.each(PROVIDER_NAMES)('goes on in the middle of its tools with %s', async (target) => {
    const conversation = new ModelConversation()
    enqueueTurn(origin, TOOL_TURN.slice(0, 1))
    conversation.user('One')
    const calls = await conversation.ask(await testModelAt(simulator, origin))
    for (const { id } of calls) conversation.result(id)
    enqueueTurn(target, TOOL_TURN.slice(1))
    const second = await testModelAt(simulator, target)
    const [searched] = await conversation.ask(second)
    conversation.result(searched?.id ?? '')
    await conversation.ask(second)
    expect(rejections()).toEqual([])
  })
})

it('1: a switch by hand after a turn with tools', async () => {
  const conversation = new ModelConversation()
  enqueueTurn('anthropic')
  await conversation.turn(await testModelAt(simulator, 'anthropic'), 'One')
  await conversation.turn(await testModelAt(simulator, 'mistral'), 'Two')
  expect(rejections()).toEqual([])
  expect(simulator.requests.at(-1)?.host).toBe('mistral')
})

it('2: a provider per turn, round and round', async () => {
  const conversation = new ModelConversation()
  for (const name of [...PROVIDER_NAMES, ...PROVIDER_NAMES]) {
    enqueueTurn(name)
    await conversation.turn(await testModelAt(simulator, name), `Ask ${name}`)
  }
  expect(rejections()).toEqual([])
})

it('3: a request that failed and goes to another family', async () => {
  const conversation = new ModelConversation()
  enqueueTurn('openai', TOOL_TURN.slice(0, 1))
  simulator.enqueue('openai', { type: 'failure', failure: { kind: 'overloaded' } })
  await expect(conversation.turn(await testModelAt(simulator, 'openai'), 'One')).rejects.toThrow('overloaded')
  enqueueTurn('google', TOOL_TURN.slice(1))
  const google = await testModelAt(simulator, 'google')
  await conversation.ask(google)
  await conversation.turn(google, 'Two')
  expect(rejections()).toEqual([])
})

describe.each(PROVIDER_NAMES)('4: five calls, one result, over %s', (target) => {
  it('is closed for the provider, and the log stays as it is', async () => {
    const conversation = new ModelConversation()
    conversation.user('Do five things.')
    const ids = [1, 2, 3, 4, 5].map((n) => `call_${String(n).repeat(24)}`)
    conversation.answer(
      ids.map((id): ContentBlock => ({ type: 'tool_call', id, name: 'read', arguments: { path: id.slice(-1) } })),
    )
    conversation.result(ids[2] ?? '', 'third')
    conversation.user('Go on.')
    const before = JSON.stringify(conversation.events)
    const testModel = await testModelAt(simulator, target)
    const { request, report } = conversation.assemble(testModel)
    expect(JSON.stringify(conversation.events)).toBe(before)
    const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []))
    expect(results.map(({ content, isError }) => [content, isError])).toEqual([
      ['Tool call interrupted or cancelled', true],
      ['Tool call interrupted or cancelled', true],
      ['third', false],
      ['Tool call interrupted or cancelled', true],
      ['Tool call interrupted or cancelled', true],
    ])
    expect(report.synthesised.filter(({ part }) => part === 'closing_result')).toHaveLength(4)
    await conversation.ask(testModel)
    expect(rejections()).toEqual([])
  })
})

it.each([
  ['moonshot', /^functions\.(read|search):\d$/],
  ['mistral', /^[A-Za-z0-9]{9}$/],
] as const)('5: ids as %s wants them, each result with its call', async (target, form) => {
  const conversation = new ModelConversation()
  enqueueTurn('anthropic')
  await conversation.turn(await testModelAt(simulator, 'anthropic'), 'One')
  await conversation.turn(await testModelAt(simulator, target), 'Two')
  expect(rejections()).toEqual([])
  const messages = objectsOf(simulator.requests.at(-1)?.body['messages'])
  const called = messages.flatMap((message) => objectsOf(message['tool_calls']).map(({ id }) => textOf(id)))
  const answered = messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [textOf(id)]))
  expect(called).toHaveLength(3)
  expect(answered).toEqual(called)
  expect(called.filter((id) => !form.test(id))).toEqual([])
})

it('6: five calls of one answer are one batch, in call order, whoever asks', async () => {
  const conversation = new ModelConversation()
  const five = ['a', 'b', 'c', 'd', 'e'].map((path) => call('read', path))
  enqueueTurn('openai', [five, [text('Done.')]])
  await conversation.turn(await testModelAt(simulator, 'openai'), 'Read five.')
  expect(rejections()).toEqual([])
  const kinds = conversation.events.map(({ kind }) => kind)
  expect(kinds).toEqual([
    'user',
    'assistant',
    ...five.map(() => 'tool_call'),
    ...five.map(() => 'tool_result'),
    'assistant',
  ])
  const [, ...input] = objectsOf(simulator.requests.at(-1)?.body['input'])
  expect(input.map(({ type }) => type)).toEqual([
    ...five.map(() => 'function_call'),
    ...five.map(() => 'function_call_output'),
  ])
})

/**
 * Three of each turn of its own. Google's thoughts are for reading: what goes back are the signatures on other parts.
 */
function ownThoughts(origin: ApiProviderName, target: ApiProviderName): number {
  if (origin === 'google') return 0
  return origin === target ? 9 : 6
}
