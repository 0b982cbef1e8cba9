import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { WrittenArguments } from '../../../src/main/adapters/providers/google/written-arguments.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { jsonObjectTexts } from '../../support/json-texts.ts'
import { ModelConversation } from '../../support/model-conversation.ts'
import type { ScriptedBlock } from '../../support/provider-simulator/answer.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

const call = (rawArguments: string): ScriptedBlock => ({ type: 'tool_call', name: 'read', arguments: {}, rawArguments })

/** What the second request of a turn says, when the model wrote these arguments in its first answer. */
async function sentBack(origin: ApiProviderName, target: ApiProviderName, texts: readonly string[]): Promise<string> {
  const conversation = new ModelConversation()
  simulator.enqueue(origin, { type: 'script', blocks: texts.map(call), chunkSize: 3 })
  conversation.user('Go')
  for (const { id } of await conversation.ask(await testModelAt(simulator, origin))) conversation.result(id)
  simulator.enqueue(target, { type: 'script', blocks: [{ type: 'text', text: 'Done.' }] })
  await conversation.ask(await testModelAt(simulator, target))
  return simulator.requests.at(-1)?.bodyText ?? ''
}

/** The arguments as they stand in a request to that provider. */
function onTheWire(target: ApiProviderName, text: string): string {
  if (target === 'anthropic') return `"input":${text}`
  return target === 'google' ? `"args":${text}` : `"arguments":${JSON.stringify(text)}`
}

/** Where each begins, looked for behind the one before. */
function placesIn(body: string, parts: readonly string[]): readonly number[] {
  let end = 0
  return parts.map((part) => {
    const at = body.indexOf(part, end)
    end = at + part.length
    return at
  })
}

describe.each(PROVIDER_NAMES)('%s gets arguments back byte for byte', (provider) => {
  it.each([
    ['sorted keys', '{"a":1,"b":{"c":[1,2.5],"d":"é"}}', '{"a":1,"b":{"c":[1,2.5],"d":"é"}}'],
    ['without white space', '{"a": 1,\n "b": []}', '{"a":1,"b":[]}'],
    [
      'keys in the order of the model',
      '{"path":"x","at":1,"b":{"z":1,"y":2}}',
      '{"path":"x","at":1,"b":{"z":1,"y":2}}',
    ],
    ['integers beyond 2^53', '{"id":9007199254740993}', '{"id":9007199254740993}'],
    ['keys that are integers', '{"10":1,"2":2,"b":3}', '{"10":1,"2":2,"b":3}'],
  ])('%s', async (_, written, expected) => {
    const body = await sentBack(provider, provider, [written])
    expect(body).toContain(onTheWire(provider, expected))
  })
})

/** One of each wire format, and from each to the next. */
const WIRES = [
  ['anthropic', 'anthropic'],
  ['openai', 'openai'],
  ['google', 'google'],
  ['local', 'local'],
  ['google', 'anthropic'],
  ['anthropic', 'google'],
  ['local', 'google'],
] as const satisfies readonly (readonly [ApiProviderName, ApiProviderName])[]

describe.each(WIRES)('what a model of %s wrote, asked of %s', (origin, target) => {
  it('has the same tokens in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonObjectTexts, { minLength: 1, maxLength: 6 }), async (written) => {
        const body = await sentBack(
          origin,
          target,
          written.map(({ text }) => text),
        )
        const places = placesIn(
          body,
          written.map(({ tokens }) => onTheWire(target, tokens.join(''))),
        )
        expect(places).not.toContain(-1)
      }),
      { numRuns: 20 },
    )
  })
})

describe('arguments in the body of a Gemini answer', () => {
  const line = (args: string): string =>
    `data: {"candidates":[{"content":{"parts":[{"text":"\\"args\\":{"},{"functionCall":{"name":"a","args":${args}}}]}}]}\r\n\r\n`

  it('are found wherever the body is cut', () => {
    fc.assert(
      fc.property(fc.array(jsonObjectTexts, { maxLength: 4 }), fc.nat({ max: 40 }), (written, length) => {
        const seen = new WrittenArguments()
        const bytes = Buffer.from(written.map(({ text }) => line(text)).join(''))
        for (let at = 0; at < bytes.length; at += length + 1) seen.push(bytes.subarray(at, at + length + 1))
        for (const { text, tokens } of written) expect(seen.take(objectIn(text))).toBe(tokens.join(''))
      }),
    )
  })

  it('are what the SDK made of them where the body has no such text', () => {
    const seen = new WrittenArguments()
    seen.push(Buffer.from(line('{"id":9007199254740993}')))
    expect(seen.take({ id: 5 })).toBe('{"id":5}')
    expect(seen.take({ id: 2 ** 53 })).toBe('{"id":9007199254740993}')
    expect(seen.take({ id: 2 ** 53 })).toBe('{"id":9007199254740992}')
  })
})

function objectIn(text: string) {
  const value: unknown = JSON.parse(text)
  return isJsonObject(value) ? value : {}
}
