import { getEventListeners } from 'node:events'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ModelRequest, Provider } from '../../../src/main/core/ports/provider-ports.ts'
import { compatibleAt, VENDOR_MODELS } from '../../support/compatible-provider.ts'
import { APIS, expectedOf, FAULT_CASES, FAULTY_TEXT } from '../../support/fault-cases.ts'
import type { Api, Outcomes } from '../../support/fault-cases.ts'
import { openHandles, openResources, type OpenResources } from '../../support/open-resources.ts'
import { eventsOf, helloRequest, outcomeOf, providerAt } from '../../support/provider-outcome.ts'
import { failedAnswer, textAnswer } from '../../support/provider-simulator/answer.ts'
import { ALL_FAULTS } from '../../support/provider-simulator/faults.ts'
import type { Fault } from '../../support/provider-simulator/faults.ts'
import type { FailureKind } from '../../support/provider-simulator/provider-failure.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import type { SimulatedHost } from '../../support/provider-simulator/wire-format.ts'

/**
 * Every fault × every wire format, and every dialect of Chat Completions: a whole answer, or one error of the right
 * category.
 */

const SHORT_IDLE_MS = 60
/** So many pauses of so many ms take longer than the idle time, and none of them does. */
const TRICKLE = { idleMs: 200, pauseMs: 10, bytes: 30 }
/** Never over within a test. */
const LONG_PAUSE_MS = 600_000

interface Caller {
  readonly host: SimulatedHost
  readonly provider: (idleTimeoutMs?: number) => Provider
  readonly request: ModelRequest
}

let simulator: Simulator
let before: OpenResources

beforeAll(async () => {
  simulator = await startSimulator()
  before = openResources()
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
  return { host, provider, request: helloRequest('openai', { model }) }
}

function originOf(url: string): string {
  return new URL(url).origin
}

/**
 * `whole`, `other` text with a proper end, or the category of the one error. Throws where a promise of a stream is
 * broken.
 */
async function outcome(api: Api, faults: readonly Fault[], idleTimeoutMs?: number): Promise<string> {
  const { host, provider: make, request } = callerOf(api)
  simulator.enqueue(host, { ...textAnswer(FAULTY_TEXT, { faults }), chunkSize: 8 })
  const provider = make(idleTimeoutMs)
  const { signal } = new AbortController()
  const { error, blocks } = outcomeOf(await eventsOf(provider, request, signal), provider)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  if (error !== undefined) return error.category
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('') === FAULTY_TEXT ? 'whole' : 'other'
}

/** How a response ended, from the server's side. */
async function endOf(request: SimulatorRequest | undefined): Promise<string> {
  for (;;) {
    const end = await simulator.streamEnded()
    if (end.request === request) return end.outcome
  }
}

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

describe.each(APIS)('%s', (api) => {
  it.each(FAULT_CASES.map(([fault, outcomes]) => [JSON.stringify(fault), fault, outcomes] as const))(
    '%s',
    async (_name, fault, outcomes) => {
      expect(await outcome(api, [fault])).toBe(expectedOf(outcomes, api))
    },
  )

  it.each(SILENCES.map((fault) => [JSON.stringify(fault), fault] as const))('gives up: %s', async (_name, fault) => {
    expect(await outcome(api, [fault], SHORT_IDLE_MS)).toBe('TIMEOUT')
    const held = await simulator.streamHeld()
    held.release()
  })

  it('waits for a stream that trickles, as long as something comes', async () => {
    const { idleMs, pauseMs, bytes } = TRICKLE
    expect(await outcome(api, [{ type: 'trickle', afterEvents: 4, bytes, pauseMs }], idleMs)).toBe('whole')
  })

  it('gives up a stream that trickles more slowly than that, and leaves it', async () => {
    const fault = { type: 'trickle', afterEvents: 4, bytes: 2, pauseMs: LONG_PAUSE_MS } as const
    expect(await outcome(api, [fault], SHORT_IDLE_MS)).toBe('TIMEOUT')
    expect(await endOf(simulator.requests.at(-1))).toBe('client_left')
  })

  it.each(FAILURES)('an HTTP error: %s', async (kind, outcomes) => {
    const { host, provider: make, request } = callerOf(api)
    simulator.enqueue(host, failedAnswer(kind === 'rate_limit' ? { kind, retryAfterSeconds: 7 } : { kind }))
    const provider = make()
    const { error } = outcomeOf(await eventsOf(provider, request), provider)
    expect(error?.category).toBe(expectedOf(outcomes, api))
    expect(error?.retryAfterMs).toBe(kind === 'rate_limit' ? 7_000 : undefined)
  })
})

it('has left no socket and no timer behind', { timeout: 40_000 }, async () => {
  expect(await openHandles(simulator, before)).toEqual([])
})

it('tries every fault there is', () => {
  const tried = new Set<string>([...FAULT_CASES.map(([fault]) => fault.type), ...SILENCES.map(({ type }) => type)])
  expect(ALL_FAULTS.filter((type) => !tried.has(type))).toEqual([])
})
