import { isDeepStrictEqual } from 'node:util'

import { APIError as AnthropicError } from '@anthropic-ai/sdk'
import { ApiError as GeminiError } from '@google/genai'
import { APIError as OpenAIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { failedAnswer, textAnswer } from './answer.ts'
import { ALL_FAULTS, applyFaults } from './faults.ts'
import type { Fault } from './faults.ts'
import { planResponse } from './plan-response.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { WIRE_FORMATS } from './wire-format.ts'
import type { WireFormat } from './wire-format.ts'
import { readWithSdk } from './read-with-sdk.ts'
import type { Reading } from './read-with-sdk.ts'
import { OWN_HOST } from './simulated-host.ts'

/** The result of each fault with a bare SDK, which adapters build on (docs/behaviour/providers.md#all). */

const TEXT = 'Grüße, 日本! And some more text to have several deltas.'

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
  // The Anthropic SDK prints text that it cannot parse.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterAll(async () => {
  vi.restoreAllMocks()
  await simulator.close()
})

function read(wire: WireFormat, ...faults: readonly Fault[]): Promise<Reading> {
  simulator.enqueue(OWN_HOST[wire], { ...textAnswer(TEXT, { faults }), chunkSize: 8 })
  return readWithSdk(simulator, wire)
}

/**
 * Returns `whole`: all of the text and a finish reason. `silent`: an end without finish reason and without an error.
 * `odd`: a finish reason, but another text. Otherwise the class of the error.
 */
function outcome({ text, finish, error }: Reading): string {
  if (error !== undefined) return error instanceof Error ? error.constructor.name : typeof error
  if (finish === '') return 'silent'
  return text === TEXT ? 'whole' : 'odd'
}

function retryAfter(headers: unknown): string | undefined {
  return headers instanceof Headers ? (headers.get('retry-after') ?? undefined) : undefined
}

/** Returns status, code and retry delay. */
function errorFacts(error: unknown): readonly unknown[] {
  if (error instanceof AnthropicError) return [error.status, error.type, retryAfter(error.headers)]
  if (error instanceof OpenAIError) return [error.status, error.code, retryAfter(error.headers)]
  if (error instanceof GeminiError)
    return [error.status, /"status":"(\w+)"/.exec(error.message)?.[1], /"retryDelay":"(\d+s)"/.exec(error.message)?.[1]]
  return [error]
}

const MID_STREAM_ERRORS: Readonly<Record<WireFormat, readonly unknown[]>> = {
  anthropic: [undefined, 'overloaded_error', undefined],
  responses: [undefined, 'server_is_overloaded', undefined],
  chat: [undefined, 'server_is_overloaded', undefined],
  gemini: [503, 'UNAVAILABLE', undefined],
}

const RATE_LIMITS: Readonly<Record<WireFormat, readonly unknown[]>> = {
  anthropic: [429, 'rate_limit_error', '7'],
  responses: [429, 'rate_limit_exceeded', '7'],
  chat: [429, 'rate_limit_exceeded', '7'],
  gemini: [429, 'RESOURCE_EXHAUSTED', '7s'],
}

type Outcomes = string | Readonly<Record<WireFormat, string>>

const INCOMPLETE = { anthropic: 'silent', responses: 'SyntaxError', chat: 'SyntaxError', gemini: 'Error' }
const SERVER_ERROR = {
  anthropic: 'InternalServerError',
  responses: 'InternalServerError',
  chat: 'InternalServerError',
  gemini: 'ApiError',
}

const CASES: readonly (readonly [Fault, Outcomes])[] = [
  [
    { type: 'error_mid_stream', afterEvents: 5 },
    { anthropic: 'APIError', responses: 'APIError', chat: 'APIError', gemini: 'ApiError' },
  ],
  // Anthropic's finish reason is sent before its terminal event.
  [{ type: 'end_before_terminal' }, { anthropic: 'whole', responses: 'silent', chat: 'silent', gemini: 'silent' }],
  [{ type: 'end_after', events: 4 }, 'silent'],
  [{ type: 'half_event', event: 6 }, INCOMPLETE],
  [{ type: 'pings_and_comments' }, 'whole'],
  [{ type: 'missing_block_stop' }, 'whole'],
  [{ type: 'missing_usage' }, 'whole'],
  [{ type: 'unknown_event' }, 'whole'],
  [{ type: 'unknown_block' }, 'whole'],
  [{ type: 'unknown_finish_reason' }, 'whole'],
  [{ type: 'duplicate_event', event: 5 }, 'odd'],
  [{ type: 'swap_events', event: 5 }, 'odd'],
  [{ type: 'malformed_json', event: 4 }, 'SyntaxError'],
  [{ type: 'replace_text', text: 'a lone \ud83d and a \u0000' }, 'odd'],
  // Only a client that checks for it notices; in Gemini's format the first event is ordinary text.
  [
    { type: 'second_start', afterEvents: 5 },
    { anthropic: 'whole', responses: 'whole', chat: 'whole', gemini: 'odd' },
  ],
  [{ type: 'socket_reset', afterEvents: 5 }, 'TypeError'],
  [{ type: 'truncate', atByte: 700 }, INCOMPLETE],
  [{ type: 'truncate', atByte: 700, ending: 'reset' }, 'TypeError'],
  [{ type: 'trickle', afterEvents: 4, bytes: 60, pauseMs: 1 }, 'whole'],
  [{ type: 'slices', bytes: 1 }, 'whole'],
  [{ type: 'slices', bytes: 7 }, 'whole'],
  [{ type: 'one_write' }, 'whole'],
  [{ type: 'split_utf8' }, 'whole'],
  [{ type: 'split_crlf' }, 'whole'],
  [{ type: 'line_ends_crlf' }, 'whole'],
  [{ type: 'invalid_utf8' }, 'odd'],
  [{ type: 'gzip' }, 'whole'],
  [{ type: 'content_type', value: 'application/json' }, 'whole'],
  [{ type: 'html_page' }, SERVER_ERROR],
  [
    { type: 'redirect' },
    { anthropic: 'NotFoundError', responses: 'NotFoundError', chat: 'NotFoundError', gemini: 'ApiError' },
  ],
  [{ type: 'empty_body' }, 'silent'],
]

const TRIED_ELSEWHERE = ['stall', 'stall_before_headers']

describe.each(WIRE_FORMATS)('%s', (wire) => {
  it.each(CASES.map(([fault, outcomes]) => [fault.type, fault, outcomes] as const))(
    '%s',
    async (_type, fault, outcomes) => {
      expect(outcome(await read(wire, fault))).toBe(typeof outcomes === 'string' ? outcomes : outcomes[wire])
    },
  )

  it('takes several faults at once', async () => {
    const faults: Fault[] = [{ type: 'gzip' }, { type: 'slices', bytes: 3 }, { type: 'pings_and_comments' }]
    expect(outcome(await read(wire, ...faults, { type: 'unknown_event' }, { type: 'split_utf8' }))).toBe('whole')
  })

  it('names the provider’s error in the middle of a stream', async () => {
    const { error } = await read(wire, { type: 'error_mid_stream', afterEvents: 5 })
    expect(errorFacts(error)).toEqual(MID_STREAM_ERRORS[wire])
  })

  it('sees 429 once without retries, with what its provider says about waiting', async () => {
    simulator.enqueue(OWN_HOST[wire], failedAnswer({ kind: 'rate_limit', retryAfterSeconds: 7 }))
    const { error } = await readWithSdk(simulator, wire)
    expect(errorFacts(error)).toEqual(RATE_LIMITS[wire])
  })

  it('asks three times when its own retries are left on, except for Gemini', async () => {
    const before = simulator.requests.length
    const again = failedAnswer({ kind: 'overloaded', retryAfterMs: 1 })
    const failures = wire === 'gemini' ? [again] : [again, again, again]
    for (const failure of failures) simulator.enqueue(OWN_HOST[wire], failure)
    await readWithSdk(simulator, wire, { maxRetries: 2 })
    expect(simulator.requests.length - before).toBe(failures.length)
  })

  it('ends when it is aborted in the middle, Gemini alone with an error', async () => {
    simulator.enqueue(OWN_HOST[wire], { ...textAnswer(TEXT, { holdAfterEvents: 6 }), chunkSize: 8 })
    const stop = new AbortController()
    const reading = readWithSdk(simulator, wire, {
      signal: stop.signal,
      onEvent: (events) => events === 5 && stop.abort(),
    })
    const { error, text } = await reading
    expect(error instanceof Error ? error.name : error).toBe(wire === 'gemini' ? 'AbortError' : undefined)
    expect(TEXT.startsWith(text)).toBe(true)
  })

  it.each([
    ['behind the headers', { type: 'stall', afterEvents: 0 }],
    ['in the middle', { type: 'stall', afterEvents: 4 }],
    ['before the headers', { type: 'stall_before_headers' }],
  ] as const satisfies readonly (readonly [string, Fault])[])(
    'waits %s until the stream goes on',
    async (_place, fault) => {
      const own = await startSimulator()
      own.enqueue(OWN_HOST[wire], { ...textAnswer(TEXT, { faults: [fault] }), chunkSize: 8 })
      const reading = readWithSdk(own, wire)
      const held = await own.streamHeld()
      held.release()
      expect(outcome(await reading)).toBe('whole')
      await own.close()
    },
  )

  it('can be reset while it waits', async () => {
    const own = await startSimulator()
    own.enqueue(OWN_HOST[wire], textAnswer(TEXT, { faults: [{ type: 'stall', afterEvents: 1 }] }))
    const reading = readWithSdk(own, wire)
    const held = await own.streamHeld()
    held.reset()
    expect(outcome(await reading)).toBe('TypeError')
    expect((await own.streamEnded()).outcome).toBe('reset')
    await own.close()
  })
})

/** These formats have no event that closes a block, and Gemini ends its lines with CRLF anyway. */
const WITHOUT_EFFECT = ['missing_block_stop over chat', 'missing_block_stop over gemini', 'line_ends_crlf over gemini']

it('changes what is sent by every fault', async () => {
  const unchanged: string[] = []
  for (const wire of WIRE_FORMATS) {
    await read(wire)
    const request = simulator.requests.at(-1)
    if (request === undefined) throw new Error('No request came.')
    const plan = planResponse({ ...textAnswer(TEXT), chunkSize: 8 }, request)
    const faults: readonly Fault[] = [
      ...CASES.map(([fault]) => fault),
      { type: 'stall', afterEvents: 0 },
      { type: 'stall_before_headers' },
    ]
    const same = faults.filter((fault) => isDeepStrictEqual(applyFaults(plan, [fault]), plan))
    unchanged.push(...same.map(({ type }) => `${type} over ${wire}`))
  }
  expect(unchanged.toSorted()).toEqual(WITHOUT_EFFECT.toSorted())
})

it('tries every fault there is', () => {
  const tried = new Set<string>([...CASES.map(([fault]) => fault.type), ...TRIED_ELSEWHERE])
  expect(ALL_FAULTS.filter((type) => !tried.has(type))).toEqual([])
})

it('carries an event of 16 MB', async () => {
  const text = 'x'.repeat(16 * 1024 * 1024)
  const reading = await read('anthropic', { type: 'replace_text', text })
  expect([reading.text.startsWith('xxxx'), reading.text.length, reading.error]).toEqual([
    true,
    text.length + TEXT.length - 8,
    undefined,
  ])
})
