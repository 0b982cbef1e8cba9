import { afterEach, expect, it } from 'vitest'

import { createCompatibleProvider } from '../../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { VENDORS } from '../../../support/compatible-provider.ts'
import type { VendorKey } from '../../../support/compatible-provider.ts'
import { deliver, frame, playAnswers } from '../../../support/play-recording.ts'
import type { Answer, Playback } from '../../../support/play-recording.ts'
import { eventsOf, helloRequest, outcomeOf, TEST_KEY } from '../../../support/provider-outcome.ts'

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

async function ask(key: VendorKey, answer: Answer) {
  playback = await playAnswers(answer)
  const connection = { key: TEST_KEY, baseUrl: playback.url, idleTimeoutMs: 20_000 }
  const provider = createCompatibleProvider(VENDORS[key], connection)
  return outcomeOf(await eventsOf(provider, helloRequest('openai')), provider)
}

function httpError(status: number, body: object): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

const PLEASE_TOP_UP = 'Your team has either used all available credits or reached its monthly spending limit.'

it.each<[string, VendorKey, number, object, readonly [string, string | undefined, string]]>([
  [
    'xAI’s wrong key is a 400',
    'xai',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' },
    ['AUTH', 'Client specified an invalid argument', 'Incorrect API key provided: xa***.'],
  ],
  [
    'xAI’s used-up credits are a 403',
    'xai',
    403,
    { code: 'The caller does not have permission', error: PLEASE_TOP_UP },
    ['BILLING', 'The caller does not have permission', PLEASE_TOP_UP],
  ],
  [
    'xAI’s unknown item is a 422 with words alone',
    'xai',
    422,
    { error: 'Failed to deserialize the JSON body' },
    ['INVALID_REQUEST', undefined, 'Failed to deserialize the JSON body'],
  ],
  [
    'xAI’s overflow',
    'xai',
    400,
    { code: 'invalid', error: "This model's maximum prompt length is 131072 but the request contains 160000 tokens." },
    ['CONTEXT_LENGTH', 'invalid', "This model's maximum prompt length is 131072"],
  ],
  [
    'Mistral’s flat body',
    'mistral',
    400,
    {
      object: 'error',
      message: "Unexpected role 'user' after role 'tool'",
      type: 'invalid_request_message_order',
      param: null,
      code: '3230',
    },
    ['INVALID_REQUEST', '3230', "Unexpected role 'user' after role 'tool'"],
  ],
  [
    'Mistral’s list of details',
    'mistral',
    422,
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'user'], msg: 'Extra inputs are not permitted' }] },
    ['INVALID_REQUEST', undefined, 'body.user: Extra inputs are not permitted'],
  ],
  [
    'Moonshot’s overload is a 429',
    'moonshot',
    429,
    { error: { message: 'The engine is currently overloaded', type: 'engine_overloaded_error' } },
    ['OVERLOADED', 'engine_overloaded_error', 'The engine is currently overloaded'],
  ],
  [
    'Moonshot’s used-up balance is a 429',
    'moonshot',
    429,
    { error: { message: 'Your account is suspended', type: 'exceeded_current_quota_error' } },
    ['BILLING', 'exceeded_current_quota_error', 'Your account is suspended'],
  ],
  [
    'Moonshot’s overflow',
    'moonshot',
    400,
    {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 262144',
        type: 'invalid_request_error',
      },
    },
    ['CONTEXT_LENGTH', 'invalid_request_error', 'exceeded model token limit'],
  ],
  [
    'OpenRouter’s numeric code, with what the company behind it said',
    'openrouter',
    429,
    {
      error: { message: 'Provider returned error', code: 429, metadata: { raw: 'try later', provider_name: 'Google' } },
      user_id: 'u',
    },
    ['RATE_LIMIT', '429', 'Provider returned error (Google: try later)'],
  ],
  [
    'OpenRouter’s empty account',
    'openrouter',
    402,
    { error: { message: 'Insufficient credits', code: 402 } },
    ['BILLING', '402', 'Insufficient credits'],
  ],
  [
    'llama.cpp’s overflow',
    'local',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
      },
    },
    ['CONTEXT_LENGTH', 'exceed_context_size_error', 'the available context size'],
  ],
  [
    'Ollama’s unknown model',
    'local',
    404,
    { error: { message: 'model "x" not found, try pulling it first', type: 'api_error', param: null, code: null } },
    ['NOT_FOUND', 'api_error', 'try pulling it first'],
  ],
  [
    'LM Studio’s words alone',
    'local',
    400,
    { error: 'No models loaded.' },
    ['INVALID_REQUEST', undefined, 'No models loaded.'],
  ],
])('%s', async (_, key, status, body, [category, providerCode, words]) => {
  const { error, blocks } = await ask(key, httpError(status, body))
  expect([error?.category, error?.providerCode, error?.httpStatus, blocks]).toEqual([
    category,
    providerCode,
    status,
    [],
  ])
  expect(error?.message).toContain(words)
})

const DELTA = { id: 'gen-1', model: 'm', choices: [{ index: 0, delta: { content: 'Hi' } }] }

it.each<[string, VendorKey, object, readonly [string, boolean]]>([
  [
    'an error beside the choices',
    'openrouter',
    { ...DELTA, error: { code: 502, message: 'Bad gateway' } },
    ['TIMEOUT', true],
  ],
  ['an error without choices', 'openrouter', { error: { code: 429, message: 'Slow' } }, ['RATE_LIMIT', true]],
  [
    'a flat error',
    'mistral',
    { object: 'error', message: 'Service tier full', type: 'rate_limit_error' },
    ['RATE_LIMIT', true],
  ],
  ['words alone', 'local', { error: 'out of memory' }, ['SERVER', true]],
  [
    'a finish that is an error',
    'openrouter',
    { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] },
    ['SERVER', true],
  ],
])('an error in a stream that began with 200: %s', async (_, key, chunk, expected) => {
  const events = [frame(JSON.stringify(DELTA)), frame(JSON.stringify(chunk))]
  const { error, blocks } = await ask(key, (response) => deliver(response, events))
  expect([error?.category, error?.retryable, blocks.length]).toEqual([...expected, 1])
})

it('an error instead of a stream, with 200', async () => {
  const { error } = await ask('openrouter', httpError(200, { error: { code: 503, message: 'No provider' } }))
  expect([error?.category, error?.message]).toEqual([
    'OVERLOADED',
    'OpenRouter is overloaded at the moment. OpenRouter said: No provider',
  ])
})

it('a key that the vendor quotes is not passed on', async () => {
  const { error } = await ask('moonshot', httpError(401, { error: { message: `bad key ${TEST_KEY}` } }))
  expect([error?.category, error?.message]).toEqual([
    'AUTH',
    'Moonshot did not accept the credentials. Check the key for Moonshot and its permissions. Moonshot said: bad key ••••••',
  ])
})
