import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../src/shared/json.ts'
import { allRecordings, recordedEvents } from './recordings.ts'
import type { Recording } from './recordings.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { wireFixture } from './wire-fixture.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'
import { postRequest } from './post-request.ts'
import { readWithSdk } from './read-with-sdk.ts'
import { OWN_HOST } from './simulated-host.ts'

const REQUESTS: Readonly<Record<WireFormat, JsonObject>> = {
  anthropic: { model: 'claude-haiku-4-5', max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'gpt-5.5', stream: true, input: 'hi' },
  chat: { model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'hi' }] },
  gemini: { model: 'gemini-2.5-flash', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
}

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

async function play(
  { file, wire }: Recording,
  host: SimulatedHost = OWN_HOST[wire],
): Promise<{ status: number; text: string }> {
  simulator.play(file, { host })
  const { status, text } = await postRequest(simulator, { host, wire, body: REQUESTS[wire] })
  return { status, text }
}

describe('a recording is played', () => {
  const files = allRecordings()

  it.each(files.filter(({ format }) => format === 'sse'))('$file byte for byte', async (recording) => {
    const recorded = readFileSync(wireFixture(recording.file), 'utf8')
    const { status, text } = await play(recording)
    // Some files lack the blank line at their end that the server sent.
    expect({ status, text: text.slice(0, recorded.length) }).toEqual({ status: 200, text: recorded })
    expect(['', '\r\n\r\n']).toContain(text.slice(recorded.length))
  })

  it.each(files.filter(({ format }) => format === 'json' || format === 'http-error'))(
    '$file as it is',
    async (recording) => {
      const text = readFileSync(wireFixture(recording.file), 'utf8')
      expect(await play(recording)).toEqual({ status: recording.http_status, text })
    },
  )

  it.each(files.filter(({ format }) => format === 'jsonl' || format === 'json-array'))(
    '$file in its framing',
    async (recording) => {
      const { status, text } = await play(recording)
      const events = recordedEvents(recording)
      expect({ status, text }).toEqual({ status: 200, text: events.map(({ bytes }) => bytes.toString()).join('') })
      const named = recording.wire === 'anthropic' || recording.wire === 'responses'
      expect(events.every(({ name }) => (name !== undefined) === named)).toBe(true)
    },
  )
})

it('plays each response of a file of several by its number', async () => {
  const file = 'openai-responses/reasoning-encrypted-multistep.chunks.jsonl'
  const ids: string[] = []
  for (const response of [1, 2]) {
    simulator.play(`${file}#${response}`)
    const { text } = await postRequest(simulator, { host: 'openai', wire: 'responses', body: REQUESTS.responses })
    const types = [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)
    const starts = types.filter((type) => type === 'response.created').length
    expect([types[0], types.at(-1), starts]).toEqual(['response.created', 'response.completed', 1])
    ids.push(/"id":"(resp_\w+)"/.exec(text)?.[1] ?? '')
  }
  expect(new Set(ids).size).toBe(2)
})

it('plays a recording to the provider that it came from', async () => {
  simulator.play('gemini/error-mid-stream')
  const { error } = await readWithSdk(simulator, 'gemini')
  expect(error instanceof Error && error.message).toContain('got status: CANCELLED')
})

it('reads the same with an SDK as the recording says', async () => {
  simulator.play('anthropic/thinking-then-tool.sse')
  const { thinking, ...reading } = await readWithSdk(simulator, 'anthropic')
  expect(thinking).toMatch(/^The user wants me to:\n1. Use the fixed_version tool/)
  expect(reading).toEqual({
    text: '',
    calls: [{ name: 'fixed_version', arguments: '' }],
    finish: 'tool_use',
    usage: [598, 92, 53],
    error: undefined,
    events: 12,
  })
})
