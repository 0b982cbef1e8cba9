import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ModelRequest, Provider } from '../../../../src/main/core/ports.ts'
import { compatibleAt, VENDOR_MODELS } from '../../../support/compatible-provider.ts'
import { eventsOf, helloTo, outcomeOf, providerAt } from '../../../support/provider-outcome.ts'
import { failedAnswer, textAnswer } from '../../../support/provider-simulator/answer.ts'
import { ALL_FAULTS } from '../../../support/provider-simulator/faults.ts'
import type { Fault } from '../../../support/provider-simulator/faults.ts'
import type { FailureKind } from '../../../support/provider-simulator/provider-failure.ts'
import type { Simulator } from '../../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../../support/provider-simulator/start-simulator.ts'
import type { SimulatedHost } from '../../../support/provider-simulator/wire-format.ts'

/** Every fault × every wire format, and every dialect of Chat Completions: a whole answer, or one error of the right category. */

const TEXT = 'Grüße, 日本! And some more text to have several deltas.'
const SHORT_IDLE_MS = 60

const APIS = [
  'messages',
  'responses',
  'generate_content',
  'chat of a local server',
  'chat of Mistral',
  'chat of Moonshot',
  'chat of OpenRouter',
  'chat of xAI',
  'responses of xAI',
] as const
type Api = (typeof APIS)[number]

interface Caller {
  readonly host: SimulatedHost
  readonly provider: (idleTimeoutMs?: number) => Provider
  readonly request: ModelRequest
}

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
  // The Anthropic SDK prints what it can't parse.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterAll(async () => {
  vi.restoreAllMocks()
  await simulator.close()
})

function callerOf(api: Api): Caller {
  switch (api) {
    case 'messages':
      return caller(
        'anthropic',
        (idle) => providerAt('anthropic', simulator.baseUrls.anthropic, idle),
        'claude-haiku-4-5',
      )
    case 'responses':
      return caller('openai', (idle) => providerAt('openai', originOf(simulator.baseUrls.openai), idle), 'gpt-5.5')
    case 'generate_content':
      return caller('google', (idle) => providerAt('google', simulator.baseUrls.google, idle), 'gemini-3.8-flash')
    case 'chat of a local server':
      return caller('local', (idle) => compatibleAt('local', simulator, idle), VENDOR_MODELS.local)
    case 'chat of Mistral':
      return caller('mistral', (idle) => compatibleAt('mistral', simulator, idle), VENDOR_MODELS.mistral)
    case 'chat of Moonshot':
      return caller('moonshot', (idle) => compatibleAt('moonshot', simulator, idle), VENDOR_MODELS.moonshot)
    case 'chat of OpenRouter':
      return caller('openrouter', (idle) => compatibleAt('openrouter', simulator, idle), VENDOR_MODELS.openrouter)
    case 'chat of xAI':
      return caller('xai', (idle) => compatibleAt('xai-chat', simulator, idle), VENDOR_MODELS['xai-chat'])
    case 'responses of xAI':
      return caller('xai', (idle) => compatibleAt('xai', simulator, idle), VENDOR_MODELS.xai)
  }
}

function caller(host: SimulatedHost, provider: (idleTimeoutMs?: number) => Provider, model: string): Caller {
  return { host, provider, request: helloTo('openai', { model }) }
}

function originOf(url: string): string {
  return new URL(url).origin
}

/** `whole`, `other` text with a proper end, or the category of the one error. Throws where a promise of a stream is broken. */
async function outcome(api: Api, faults: readonly Fault[], idleTimeoutMs?: number): Promise<string> {
  const { host, provider: make, request } = callerOf(api)
  simulator.enqueue(host, { ...textAnswer(TEXT, { faults }), chunkSize: 8 })
  const provider = make(idleTimeoutMs)
  const { error, blocks } = outcomeOf(await eventsOf(provider, request), provider)
  if (error !== undefined) return error.category
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('') === TEXT ? 'whole' : 'other'
}

type Outcomes = string | (Readonly<Partial<Record<Api, string>>> & { readonly others: string })

const CASES: readonly (readonly [Fault, Outcomes])[] = [
  // xAI's own body has no `error` object for the simulator to put into the event: it says nothing but that it failed.
  [
    { type: 'error_mid_stream', afterEvents: 5 },
    { 'responses of xAI': 'SERVER', others: 'OVERLOADED' },
  ],
  [{ type: 'end_before_terminal' }, 'SERVER'],
  [{ type: 'end_after', events: 4 }, 'SERVER'],
  [{ type: 'half_event', event: 6 }, 'SERVER'],
  [{ type: 'pings_and_comments' }, 'whole'],
  [{ type: 'missing_block_stop' }, 'whole'],
  [{ type: 'missing_usage' }, 'whole'],
  [{ type: 'unknown_event' }, 'whole'],
  [{ type: 'unknown_block' }, 'whole'],
  [{ type: 'unknown_finish_reason' }, 'whole'],
  [{ type: 'duplicate_event', event: 5 }, 'other'],
  [{ type: 'swap_events', event: 5 }, 'other'],
  [{ type: 'malformed_json', event: 4 }, 'SERVER'],
  [{ type: 'replace_text', text: 'a lone \ud83d and a \u0000' }, 'other'],
  // In the other formats the first event says nothing that could be taken amiss; Gemini's is a text like any other.
  [
    { type: 'second_start', afterEvents: 5 },
    { messages: 'SERVER', generate_content: 'other', others: 'whole' },
  ],
  [{ type: 'socket_reset', afterEvents: 5 }, 'SERVER'],
  [{ type: 'truncate', atByte: 700 }, 'SERVER'],
  [{ type: 'truncate', atByte: 700, ending: 'reset' }, 'SERVER'],
  [{ type: 'slices', bytes: 1 }, 'whole'],
  [{ type: 'slices', bytes: 7 }, 'whole'],
  [{ type: 'one_write' }, 'whole'],
  [{ type: 'split_utf8' }, 'whole'],
  [{ type: 'split_crlf' }, 'whole'],
  [{ type: 'line_ends_crlf' }, 'whole'],
  [{ type: 'invalid_utf8' }, 'other'],
  [{ type: 'gzip' }, 'whole'],
  [{ type: 'content_type', value: 'application/json' }, 'whole'],
  [{ type: 'content_type', value: 'text/plain' }, 'whole'],
  [{ type: 'html_page' }, 'TIMEOUT'],
  [{ type: 'html_page', status: 200 }, 'UNKNOWN'],
  [{ type: 'html_page', status: 503 }, 'OVERLOADED'],
  [{ type: 'redirect' }, 'NOT_FOUND'],
  [{ type: 'empty_body' }, 'SERVER'],
]

const SILENCES = [
  { type: 'stall', afterEvents: 0 },
  { type: 'stall', afterEvents: 4 },
  { type: 'stall_before_headers' },
] as const satisfies readonly Fault[]

const FAILURES: readonly (readonly [FailureKind, Outcomes])[] = [
  ['bad_request', 'INVALID_REQUEST'],
  ['auth', 'AUTH'],
  // A 429 of the company behind OpenRouter, without a code; OpenRouter's own empty account is a 402.
  ['billing', { 'chat of OpenRouter': 'RATE_LIMIT', others: 'BILLING' }],
  ['permission', 'AUTH'],
  ['not_found', 'NOT_FOUND'],
  ['too_large', 'CONTEXT_LENGTH'],
  ['rate_limit', 'RATE_LIMIT'],
  ['server', 'SERVER'],
  ['timeout', 'TIMEOUT'],
  ['overloaded', 'OVERLOADED'],
]

function expected(outcomes: Outcomes, api: Api): string {
  return typeof outcomes === 'string' ? outcomes : (outcomes[api] ?? outcomes.others)
}

describe.each(APIS)('%s', (api) => {
  it.each(CASES.map(([fault, outcomes]) => [JSON.stringify(fault), fault, outcomes] as const))(
    '%s',
    async (_name, fault, outcomes) => {
      expect(await outcome(api, [fault])).toBe(expected(outcomes, api))
    },
  )

  it.each(SILENCES.map((fault) => [JSON.stringify(fault), fault] as const))('gives up: %s', async (_name, fault) => {
    expect(await outcome(api, [fault], SHORT_IDLE_MS)).toBe('TIMEOUT')
    const held = await simulator.streamHeld()
    held.release()
  })

  it.each(FAILURES)('an HTTP error: %s', async (kind, outcomes) => {
    const { host, provider: make, request } = callerOf(api)
    simulator.enqueue(host, failedAnswer(kind === 'rate_limit' ? { kind, retryAfterSeconds: 7 } : { kind }))
    const provider = make()
    const { error } = outcomeOf(await eventsOf(provider, request), provider)
    expect(error?.category).toBe(expected(outcomes, api))
    expect(error?.retryAfterMs).toBe(kind === 'rate_limit' ? 7_000 : undefined)
  })
})

it('tries every fault there is', () => {
  const tried = new Set<string>([...CASES.map(([fault]) => fault.type), ...SILENCES.map(({ type }) => type)])
  expect(ALL_FAULTS.filter((type) => !tried.has(type))).toEqual([])
})
