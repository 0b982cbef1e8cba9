import { expect, it } from 'vitest'

import { createCompatibleProvider } from '../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { VENDORS } from '../../support/compatible-provider.ts'
import { playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../support/provider-outcome.ts'

/** A server that is not ready yet is recognised, in whatever way it says so. */

async function errorFrom(status: number, type: string, body: string) {
  const playback = await playAnswers((response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const connection = { key: '', baseUrl: playback.url, idleTimeoutMs: 77_000 }
  const events = await eventsOf(
    createCompatibleProvider(VENDORS.local, connection),
    helloRequest('openai', { model: 'm' }),
  )
  await playback.stop()
  const last = events.at(-1)
  return last?.type === 'error' ? last.error : null
}

const JSON_TYPE = 'application/json'
const EVENTS = 'text/event-stream'
const BODIES: readonly (readonly [string, number, string, string])[] = [
  ['llama.cpp', 503, JSON_TYPE, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}'],
  [
    'llama.cpp in a stream',
    200,
    EVENTS,
    'error: {"code":503,"message":"Loading model","type":"unavailable_error"}\n\n',
  ],
  [
    'Ollama',
    500,
    JSON_TYPE,
    '{"error":{"message":"unexpected server status: llm server loading model","type":"api_error"}}',
  ],
  ['LM Studio', 400, JSON_TYPE, '{"error":"Model is still loading"}'],
  ['LM Studio in a stream', 200, EVENTS, 'event: error\ndata: {"message":"Model is loading. Please wait."}\n\n'],
  ['Hugging Face', 503, JSON_TYPE, '{"error":"Model google/gemma-2-2b-it is currently loading","estimated_time":20.0}'],
  ['vLLM', 503, JSON_TYPE, '{"object":"error","message":"The engine is not ready","code":503}'],
  ['vLLM, the core', 500, JSON_TYPE, '{"detail":"EngineCore is still initializing"}'],
  ['TGI', 503, JSON_TYPE, '{"error":"Model is warming up","error_type":"overloaded"}'],
  ['SGLang', 503, 'text/plain', 'The server is not ready yet'],
  ['TabbyAPI', 503, JSON_TYPE, '{"detail":{"error":{"message":"A model load is in progress"}}}'],
  ['KServe', 503, JSON_TYPE, '{"error":"Model with name m is not ready."}'],
  ['llama-swap', 502, 'text/plain', 'upstream is starting'],
  ['a cloud', 429, JSON_TYPE, '{"message":"The endpoint is scaled to zero and is being woken"}'],
  ['RunPod', 500, JSON_TYPE, '{"error":"worker is initializing"}'],
  ['a list', 503, JSON_TYPE, '[{"error":{"message":"model is being downloaded"}}]'],
]

it.each(BODIES)('%s: it is waited for, as long as it may be silent', async (_, status, type, body) => {
  expect(await errorFrom(status, type, body)).toMatchObject({
    category: 'LOADING',
    retryable: true,
    waitLimitMs: 77_000,
  })
})

it.each([
  ['a model that failed', 500, 'error loading model: invalid magic'],
  ['a lack of memory', 500, 'Model loading was stopped due to insufficient system resources'],
  ['no model', 400, 'No models loaded. Please load a model in the developer page.'],
  ['a failed load', 500, 'failed to load model'],
  ['load of another kind', 503, 'server busy, please try again. maximum pending requests exceeded'],
  ['the context of a loaded model', 400, 'the model was loaded with a context of 4096 tokens'],
  ['the key', 401, 'The key of this deployment is not ready yet'],
])('%s is not waited for', async (_, status, message) => {
  const error = await errorFrom(status, JSON_TYPE, JSON.stringify({ error: { message } }))
  expect(error?.category).not.toBe('LOADING')
})
