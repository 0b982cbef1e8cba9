import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { once } from 'node:events'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { EndpointEntry } from '../../../../src/shared/endpoints/endpoint-entry.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../../../src/shared/json.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'

let server: Server
let base = ''
const seen: { path: string; headers: IncomingHttpHeaders; body: JsonObject }[] = []

beforeEach(async () => {
  seen.length = 0
  server = createServer((message, response) => {
    void Array.fromAsync(message).then((chunks) => {
      const body = parseJson(Buffer.concat(chunks).toString('utf8'))
      seen.push({ path: message.url ?? '', headers: message.headers, body: isJsonObject(body) ? body : {} })
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'enough' } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const PROJECT = '/v1/projects/p1/locations/global'

const CLOUDS: readonly (readonly [string, string, string, string, Readonly<Record<string, string>>])[] = [
  ['azure', '/openai/v1', 'my-gpt', '/openai/v1/responses', { 'api-key': 'cloud-key-0123' }],
  ['foundry', '/anthropic', 'my-claude', '/anthropic/v1/messages', { 'api-key': 'cloud-key-0123' }],
  [
    'vertex',
    PROJECT,
    'gemini-3.8-flash',
    `${PROJECT}/publishers/google/models/gemini-3.8-flash:streamGenerateContent?alt=sse`,
    { authorization: 'Bearer cloud-key-0123' },
  ],
  [
    'vertex-claude',
    PROJECT,
    'claude-opus-4-5@20251101',
    `${PROJECT}/publishers/anthropic/models/claude-opus-4-5@20251101:streamRawPredict`,
    { authorization: 'Bearer cloud-key-0123' },
  ],
  [
    'bedrock',
    '/openai/v1',
    'openai.gpt-oss-120b',
    '/openai/v1/chat/completions',
    { authorization: 'Bearer cloud-key-0123' },
  ],
  [
    'bedrock-claude',
    '/anthropic',
    'eu.anthropic.claude-opus-4-5-v1:0',
    '/anthropic/v1/messages',
    { authorization: 'Bearer cloud-key-0123' },
  ],
]

it.each(CLOUDS)(
  '%s is asked at its path, with its header and no other key',
  async (preset, path, model, asked, headers) => {
    const entry: EndpointEntry = { preset, base_url: base + path, key: 'cloud-key-0123' }
    await eventsOf(await endpointAt(entry), helloRequest('openai', { model: `${preset}/${model}` }))
    const keys = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key']
    const [first] = seen
    expect(first?.path).toBe(asked)
    expect(Object.fromEntries(Object.entries(first?.headers ?? {}).filter(([name]) => keys.includes(name)))).toEqual(
      headers,
    )
  },
)

it('Claude on Google Cloud has its version in the body, and its name in the address alone', async () => {
  const provider = await endpointAt({ preset: 'vertex-claude', base_url: base + PROJECT, key: 'cloud-key-0123' })
  await eventsOf(provider, helloRequest('openai', { model: 'vertex-claude/claude-opus-4-5@20251101' }))
  expect(seen[0]?.body).toMatchObject({ anthropic_version: 'vertex-2023-10-16', stream: true })
  expect(seen[0]?.body).not.toHaveProperty('model')
  expect(seen[0]?.body).toHaveProperty('thinking.type', 'enabled')
})

it('a deployment is asked by its own name, with the thinking of the model that it is', async () => {
  const models = [{ id: 'prod-assistant', as: 'claude-opus-4-5' }]
  const provider = await endpointAt({ preset: 'foundry', base_url: `${base}/anthropic`, key: 'cloud-key-0123', models })
  await eventsOf(provider, helloRequest('openai', { model: 'foundry/prod-assistant' }))
  expect(seen[0]?.body).toMatchObject({ model: 'prod-assistant', thinking: { type: 'enabled' } })
})
