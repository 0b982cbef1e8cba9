import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Answer, ScriptedBlock, ScriptedFinish } from './answer.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { WIRE_FORMATS } from './wire-format.ts'
import type { WireFormat } from './wire-format.ts'
import { readWithSdk } from './read-with-sdk.ts'
import { OWN_HOST } from './simulated-host.ts'

const THINKING = 'The person says hello, 日本語 and 👋 included; I greet back.'
const TEXT = 'Hello! 👋 I read the file, and then I search: naïve, Ελλάδα.'
const BLOCKS: readonly ScriptedBlock[] = [
  { type: 'thinking', text: THINKING },
  { type: 'text', text: TEXT },
  { type: 'tool_call', name: 'read', arguments: { path: '/tmp/ü', lines: [1, 2] } },
  { type: 'tool_call', name: 'search', arguments: {} },
]
const CALLS = [
  { name: 'read', arguments: '{"path":"/tmp/ü","lines":[1,2]}' },
  { name: 'search', arguments: '{}' },
]
const USAGE = { inputTokens: 100, outputTokens: 40, thinkingTokens: 15 }

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

describe.each(WIRE_FORMATS)('the official SDK reading %s', (wire) => {
  const play = (answer: Answer): void => simulator.enqueue(OWN_HOST[wire], answer)

  it.each([1, 7, 1000])(
    'gets thinking, text and parallel calls whole, in deltas of %i characters',
    async (chunkSize) => {
      play({ type: 'script', blocks: BLOCKS, chunkSize, usage: USAGE })
      const { events, ...reading } = await readWithSdk(simulator, wire)
      const finish = { anthropic: 'tool_use', responses: 'completed', chat: 'tool_calls', gemini: 'STOP' }[wire]
      expect(reading).toEqual({
        // OpenAI's own Chat Completions returns no thinking.
        thinking: wire === 'chat' ? '' : THINKING,
        text: TEXT,
        calls: CALLS,
        finish,
        usage: [100, 40, 15],
        error: undefined,
      })
      expect(events).toBeGreaterThan(4)
    },
  )

  it.each([
    ['stop', { anthropic: 'end_turn', responses: 'completed', chat: 'stop', gemini: 'STOP' }],
    ['length', { anthropic: 'max_tokens', responses: 'incomplete', chat: 'length', gemini: 'MAX_TOKENS' }],
    ['content_filter', { anthropic: 'refusal', responses: 'incomplete', chat: 'content_filter', gemini: 'SAFETY' }],
  ] as const satisfies readonly (readonly [ScriptedFinish, Record<WireFormat, string>])[])(
    'is told in the provider’s words that the answer ended by %s',
    async (finish, words) => {
      play({ type: 'script', blocks: [{ type: 'text', text: 'Once' }], finish })
      expect(await readWithSdk(simulator, wire)).toMatchObject({ text: 'Once', finish: words[wire], error: undefined })
    },
  )

  it('is told usage that is counted from the lengths when the script gives none', async () => {
    play({ type: 'script', blocks: [{ type: 'text', text: 'four'.repeat(10) }] })
    const { usage } = await readWithSdk(simulator, wire)
    const size = JSON.stringify((await lastRequest()).body).length
    expect(usage).toEqual([Math.ceil(size / 4), 10, 0])
  })
})

async function lastRequest(): Promise<Simulator['requests'][number]> {
  const request = simulator.requests.at(-1)
  if (request === undefined) throw new Error('No request came.')
  return request
}
