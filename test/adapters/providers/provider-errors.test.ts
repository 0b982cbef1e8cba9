import { readFileSync } from 'node:fs'

import { afterEach, describe, expect, it } from 'vitest'

import type { AppError } from '../../../src/shared/app-error.ts'
import { retryAfterOf } from '../../../src/main/adapters/providers/limit-reset.ts'
import { field, textField } from '../../../src/main/adapters/providers/wire-value.ts'
import type { Playback } from '../../support/play-recording.ts'
import { playAnswers } from '../../support/play-recording.ts'
import type { ProviderApi } from '../../support/provider-outcome.ts'
import { containing } from '../../support/text-matchers.ts'
import { eventsOf, helloRequest, providerAt, providerFor, TEST_KEY } from '../../support/provider-outcome.ts'

const WIRES = ['anthropic', 'openai', 'google'] as const

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

interface HttpFailure {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The one event that a failed request gives. */
async function failure(wire: ProviderApi, { status, body, headers = {} }: HttpFailure): Promise<AppError> {
  playback = await playAnswers((response) => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  })
  const events = await eventsOf(providerFor(wire, playback), helloRequest(wire))
  expect(playback.requests).toHaveLength(1)
  const [event] = events
  if (events.length !== 1 || event?.type !== 'error') throw new Error(`not one error: ${JSON.stringify(events)}`)
  return event.error
}

const anthropic = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_body',
})
const openai = (code: string | null, message: string, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})
const google = (code: number, status: string, message: string, details: readonly object[] = []) => ({
  error: { code, message, status, details },
})
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '45.8s' }
const perDay = {
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }],
}

/** The provider's own words in a body of any of the forms above. */
function sentence(body: unknown): string {
  const error = field(body, 'error')
  return typeof error === 'string' ? error : (textField(error, 'message') ?? 'no words')
}

describe('an HTTP error becomes its category, with the provider’s code and sentence', () => {
  it.each<[ProviderApi, number, unknown, string, boolean]>([
    ['anthropic', 400, anthropic('invalid_request_error', 'messages: bad'), 'INVALID_REQUEST', false],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      'CONTEXT_LENGTH',
      false,
    ],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'input length and `max_tokens` exceed context limit: 1 + 2 > 3'),
      'CONTEXT_LENGTH',
      false,
    ],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low to access the API'),
      'BILLING',
      false,
    ],
    ['anthropic', 401, anthropic('authentication_error', 'invalid bearer token'), 'AUTH', false],
    ['anthropic', 402, anthropic('billing_error', 'pay'), 'BILLING', false],
    ['anthropic', 403, anthropic('permission_error', 'no'), 'AUTH', false],
    ['anthropic', 404, anthropic('not_found_error', 'model: claude-x'), 'NOT_FOUND', false],
    ['anthropic', 413, anthropic('request_too_large', 'too large'), 'CONTEXT_LENGTH', false],
    ['anthropic', 429, anthropic('rate_limit_error', 'slow'), 'RATE_LIMIT', true],
    ['anthropic', 500, anthropic('api_error', 'oops'), 'SERVER', true],
    ['anthropic', 504, anthropic('timeout_error', 'late'), 'TIMEOUT', true],
    ['anthropic', 529, anthropic('overloaded_error', 'Overloaded'), 'OVERLOADED', true],
    ['openai', 400, openai('decimal_below_min_value', 'Invalid temperature'), 'INVALID_REQUEST', false],
    [
      'openai',
      400,
      openai('context_length_exceeded', 'Your input exceeds the context window of this model.'),
      'CONTEXT_LENGTH',
      false,
    ],
    ['openai', 401, openai('invalid_api_key', 'Incorrect API key'), 'AUTH', false],
    ['openai', 402, openai(null, 'pay'), 'BILLING', false],
    ['openai', 403, openai(null, 'country not supported'), 'AUTH', false],
    ['openai', 404, openai('model_not_found', 'The model does not exist'), 'NOT_FOUND', false],
    ['openai', 413, openai(null, 'too large'), 'CONTEXT_LENGTH', false],
    ['openai', 429, openai('rate_limit_exceeded', 'Rate limit reached', 'requests'), 'RATE_LIMIT', true],
    [
      'openai',
      429,
      openai('insufficient_quota', 'You exceeded your current quota', 'insufficient_quota'),
      'BILLING',
      false,
    ],
    ['openai', 500, openai('server_error', 'oops', 'server_error'), 'SERVER', true],
    ['openai', 503, openai(null, 'overloaded', 'service_unavailable'), 'OVERLOADED', true],
    ['openai', 422, { error: 'unknown item' }, 'INVALID_REQUEST', false],
    ['google', 400, google(400, 'INVALID_ARGUMENT', 'bad'), 'INVALID_REQUEST', false],
    [
      'google',
      400,
      google(400, 'INVALID_ARGUMENT', 'The input token count (9) exceeds the maximum number of tokens allowed (8).'),
      'CONTEXT_LENGTH',
      false,
    ],
    ['google', 403, google(403, 'PERMISSION_DENIED', 'no'), 'AUTH', false],
    ['google', 429, google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', [perDay]), 'BILLING', false],
    [
      'google',
      429,
      google(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [retryInfo]),
      'RATE_LIMIT',
      true,
    ],
    ['google', 500, google(500, 'INTERNAL', 'oops'), 'SERVER', true],
    ['google', 503, google(503, 'UNAVAILABLE', 'overloaded'), 'OVERLOADED', true],
    ['google', 504, google(504, 'DEADLINE_EXCEEDED', 'late'), 'TIMEOUT', true],
  ])('%s %i %j', async (wire, status, body, category, retryable) => {
    const error = await failure(wire, { status, body })
    expect(error).toMatchObject({
      category,
      retryable,
      httpStatus: status,
      message: containing(sentence(body)),
    })
  })
})

describe('recorded error bodies', () => {
  it.each<[string, ProviderApi, number, string, string, number?]>([
    ['anthropic/error-model-not-found', 'anthropic', 404, 'NOT_FOUND', 'not_found_error'],
    ['openai-responses/error-temperature-below-min', 'openai', 400, 'INVALID_REQUEST', 'decimal_below_min_value'],
    ['openai-responses/error-deepseek-no-tool-output', 'openai', 400, 'INVALID_REQUEST', 'invalid_request_error'],
    ['gemini/error-400-api-key', 'google', 400, 'AUTH', 'API_KEY_INVALID'],
    ['gemini/error-400-unsupported-location', 'google', 400, 'INVALID_REQUEST', 'FAILED_PRECONDITION'],
    ['gemini/error-429-quota-exceeded-vertex', 'google', 429, 'RATE_LIMIT', 'RESOURCE_EXHAUSTED'],
    ['gemini/error-429-retry-info', 'google', 429, 'RATE_LIMIT', 'RESOURCE_EXHAUSTED', 34_400],
    ['gemini/error-model-not-found', 'google', 404, 'NOT_FOUND', 'NOT_FOUND'],
  ])('%s', async (file, wire, status, category, providerCode, retryAfterMs) => {
    const url = new URL(`../../fixtures/wire/${file}.error.json`, import.meta.url)
    const error = await failure(wire, { status, body: JSON.parse(readFileSync(url, 'utf8')) })
    expect([error.category, error.providerCode, error.retryAfterMs]).toEqual([category, providerCode, retryAfterMs])
  })
})

it('says all that Anthropic said of a limit', async () => {
  const headers = { 'retry-after': '7', 'request-id': 'req_1' }
  expect(
    await failure('anthropic', { status: 429, body: anthropic('rate_limit_error', 'Too fast.'), headers }),
  ).toEqual({
    category: 'RATE_LIMIT',
    message:
      'Anthropic limits the rate of requests: too many requests or tokens in a short time. Anthropic said: Too fast.',
    httpStatus: 429,
    providerCode: 'rate_limit_error',
    retryable: true,
    retryAfterMs: 7000,
    requestId: 'req_1',
  })
})

it('says all that OpenAI said of a limit', async () => {
  const headers = { 'retry-after-ms': '1500', 'retry-after': '2', 'x-request-id': 'req_2' }
  const error = await failure('openai', { status: 429, body: openai('rate_limit_exceeded', 'Too fast.'), headers })
  expect([error.retryAfterMs, error.requestId]).toEqual([1500, 'req_2'])
})

it('takes over when to come back from the headers of Google, where the body has no hint of its own', async () => {
  const ask = (details: readonly object[]) =>
    failure('google', {
      status: 429,
      body: google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', details),
      headers: { 'retry-after': '7' },
    })
  expect(await ask([])).toMatchObject({ category: 'RATE_LIMIT', retryable: true, retryAfterMs: 7000 })
  expect(await ask([retryInfo])).toMatchObject({ category: 'RATE_LIMIT', retryAfterMs: 45_800 })
  const page = await failure('google', { status: 503, body: '<title>Busy</title>', headers: { 'retry-after': '3' } })
  expect(page).toMatchObject({ category: 'OVERLOADED', retryAfterMs: 3000 })
})

describe('retry-after', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  it.each([
    ['3', 3000],
    ['0.25', 250],
    ['Fri, 20 Nov 2026 12:00:09 GMT', 9000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('%j is %s ms', (value, expected) => {
    expect(retryAfterOf(new Headers({ 'retry-after': value }), undefined, now)).toBe(expected)
  })
})

describe.each(WIRES)('%s', (wire) => {
  it('reads the title of a web page that came instead of an error', async () => {
    const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>…</body></html>'
    const error = await failure(wire, { status: 502, body: page })
    expect(error).toMatchObject({
      category: 'TIMEOUT',
      httpStatus: 502,
      message: containing('502 Bad Gateway'),
    })
    expect(error.message).not.toContain('<')
  })

  it('tells apart who can’t be reached', async () => {
    playback = await playAnswers(() => undefined)
    const { url } = playback
    await playback.stop()
    const [refused] = await eventsOf(providerAt(wire, url), helloRequest(wire))
    expect(refused).toMatchObject({
      type: 'error',
      error: { category: 'SERVER', providerCode: 'ECONNREFUSED', retryable: true },
    })
    playback = undefined
  })

  it('never repeats the key, even when the provider does', async () => {
    const said = `Incorrect API key provided: ${TEST_KEY}`
    const body =
      wire === 'google'
        ? google(400, 'INVALID_ARGUMENT', said)
        : { error: { type: 'authentication_error', message: said } }
    expect(JSON.stringify(await failure(wire, { status: 401, body }))).not.toContain(TEST_KEY)
  })

  it('never repeats the key in an error that comes in the middle of a stream', async () => {
    const said = `No more tokens for ${TEST_KEY}`
    const error: Record<ProviderApi, object> = {
      anthropic: anthropic('overloaded_error', said),
      openai: { type: 'error', code: 'server_error', message: said },
      google: google(503, 'UNAVAILABLE', said),
    }
    playback = await playAnswers((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const name = wire === 'google' ? '' : 'event: error\n'
      response.end(`${name}data: ${JSON.stringify(error[wire])}\n\n`)
    })
    const [event] = await eventsOf(providerFor(wire, playback), helloRequest(wire))
    expect(event).toMatchObject({ type: 'error', error: { message: containing('No more tokens for ••••••') } })
  })
})
