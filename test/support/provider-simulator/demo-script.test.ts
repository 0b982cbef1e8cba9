import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../src/shared/json.ts'
import { spokenTexts } from './conversation-texts.ts'
import { demoTopic } from '../../../src/main/adapters/providers/demo/demo-script.ts'
import { demoAnswer, startDemoSimulator } from './demo-script.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import type { WireFormat } from './wire-format.ts'
import { readWithSdk } from './read-with-sdk.ts'
import { OWN_HOST } from './simulated-host.ts'

const WIRES = ['anthropic', 'responses', 'gemini'] as const
const PROMPTS = [
  'hello',
  'What can I do here?',
  'OAuth2 or JWT?',
  'a code sample, please',
  'Write a haiku',
  'Mow the lawn.',
]

function request(wire: WireFormat, texts: readonly string[]): SimulatorRequest {
  const roles = wire === 'gemini' ? ['user', 'model'] : ['user', 'assistant']
  const messages: JsonObject[] = texts.map((text, at) => {
    const role = roles[at % 2] ?? ''
    return wire === 'gemini' ? { role, parts: [{ text }] } : { role, content: text }
  })
  const body = wire === 'gemini' ? { contents: messages } : wire === 'responses' ? { input: messages } : { messages }
  const rest = {
    path: '',
    bodyText: JSON.stringify(body),
    headers: {},
    model: 'any',
    stream: true,
    version: 'v1',
    rejectedBy: undefined,
  }
  return { index: 0, host: OWN_HOST[wire], wire, body, ...rest }
}

function demoText(wire: WireFormat, texts: readonly string[]): string {
  const answer = demoAnswer(request(wire, texts))
  if (answer.type !== 'script') return ''
  return answer.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

it.each([
  ['Compare OAuth2 and JWT', 'tokens'],
  ['jwt?', 'tokens'],
  ['Show me some code', 'code'],
  ['a haiku about code', 'haiku'],
  ['what can I do here', 'help'],
  ['Hello!', 'hello'],
  ['Why is the sky blue?', undefined],
  ['which', undefined],
] as const)('takes “%s” to be about %s', (prompt, topic) => {
  expect(demoTopic(prompt)).toBe(topic)
})

describe.each(WIRES)('the demo over %s', (wire) => {
  it.each(PROMPTS)('thinks first, answers “%s”, and says that it is the demo', (prompt) => {
    const answer = demoAnswer(request(wire, [prompt]))
    const types = answer.type === 'script' ? answer.blocks.map(({ type }) => type) : []
    expect(types).toEqual(['thinking', 'text'])
    expect(demoText(wire, [prompt])).toMatch(/demo/i)
    expect(demoText(wire, [prompt])).toMatch(/scripted answer|written in advance|scripted/i)
  })

  it('quotes a prompt that it has no answer to, on one line, and knows what came before', () => {
    const text = demoText(wire, ['Mow the lawn.', 'No.', 'Then water\n\nthe `plants`.'])
    expect(text).toContain("\n> Then water the 'plants'.\n")
    expect(text).toMatch(/2\*{0,2} earlier messages/)
  })
})

it('hears what was said, and no thoughts, calls or instructions', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'Hello.' }, { text: ' You there?' }] },
    { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: 'Yes.' }] },
    { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
  ]
  const systemInstruction = { parts: [{ text: 'Be kind.' }] }
  expect(spokenTexts({ ...request('gemini', []), body: { contents, systemInstruction } })).toEqual([
    { role: 'user', text: 'Hello. You there?' },
    { role: 'assistant', text: 'Yes.' },
  ])
})

it('has a voice of its own for each provider', () => {
  for (const prompt of PROMPTS) {
    const texts = WIRES.map((wire) => demoText(wire, [prompt]))
    expect(new Set(texts).size).toBe(WIRES.length)
  }
})

it('streams through the official SDKs', async () => {
  const simulator = await startDemoSimulator({ answerWith: (one) => ({ ...demoAnswer(one), tokensPerSecond: 1e9 }) })
  const readings = await Promise.all(WIRES.map((wire) => readWithSdk(simulator, wire)))
  await simulator.close()
  expect(readings.map(({ error, thinking, text }) => [error, thinking !== '', text !== ''])).toEqual(
    WIRES.map(() => [undefined, true, true]),
  )
})
