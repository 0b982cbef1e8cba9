import { once } from 'node:events'
import { createServer, get, type RequestListener, setGlobalProxyFromEnv } from 'node:http'

import { afterEach, describe, expect, it } from 'vitest'

import { findLocalServers, ollamaPort } from '../../../src/main/adapters/providers/find-local-servers.ts'

const LIST = JSON.stringify({ data: [{ id: 'qwen3:8b' }] })
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** Starts a server; returns the environment in which Ollama has its port. */
async function serve(listener: RequestListener): Promise<Record<string, string>> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { OLLAMA_HOST: `127.0.0.1:${address.port}` }
}

async function ollamaIn(environment: Record<string, string>, signal = new AbortController().signal) {
  const found = await findLocalServers(environment, signal)
  return found.find(({ name }) => name === 'Ollama') ?? null
}

describe('a server of local models', () => {
  it('is found with its models, asked for nothing but the list', async () => {
    const asked: unknown[] = []
    const environment = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`, request.headers.authorization)
      response.end(JSON.stringify({ data: [{ id: 'qwen3:8b' }, { id: 'gpt-oss:20b', owned_by: 'library' }] }))
    })
    const found = await ollamaIn(environment)
    expect(found).toEqual({
      name: 'Ollama',
      baseUrl: `http://${environment['OLLAMA_HOST']}/v1`,
      models: ['qwen3:8b', 'gpt-oss:20b'],
    })
    expect(asked).toEqual(['GET /v1/models', undefined])
  })

  it.each<[string, RequestListener]>([
    ['something else', (_, response) => response.end('<html>')],
    ['another form', (_, response) => response.end('{"data":{"id":"x"}}')],
    ['an error', (_, response) => response.writeHead(404).end('{"data":[]}')],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['an endless list', (_, response) => void response.write(`{"data":[${'{"id":"x"},'.repeat(200_000)}`)],
  ])('does not count if it answers with %s', async (_, listener) => {
    expect(await ollamaIn(await serve(listener))).toBeNull()
  })

  it('is asked directly where the settings send every request through a proxy', async () => {
    const asked: unknown[] = []
    const proxy = await serve((request, response) => {
      asked.push(request.url)
      response.end(LIST)
    })
    const url = `http://${proxy['OLLAMA_HOST']}`
    const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'all_proxy']
    // Without exceptions, not even for this machine.
    closers.push(setGlobalProxyFromEnv({ HTTP_PROXY: url, HTTPS_PROXY: url }))
    // The proxy works: this is what it is asked by others.
    await new Promise((resolve) => {
      get('http://127.0.0.1:9999/v1/models', (response) => response.resume().on('end', resolve))
    })
    expect(asked.splice(0)).toEqual(['http://127.0.0.1:9999/v1/models'])
    const environment = await serve((_, response) => response.end(LIST))
    const found = await ollamaIn({ ...environment, ...Object.fromEntries(names.map((name) => [name, url])) })
    expect([found?.models, asked]).toEqual([['qwen3:8b'], []])
  })

  it('is not waited for after the signal', async () => {
    const stop = new AbortController()
    const environment = await serve(() => stop.abort())
    expect(await ollamaIn(environment, stop.signal)).toBeNull()
  })

  it('is asked on this machine only', () => {
    expect(ollamaPort('http://localhost:11500')).toBe(11_500)
    expect(ollamaPort('0.0.0.0:11500')).toBe(11_500)
    expect([undefined, '', 'example.com:11500', '10.0.0.1:11500', '127.0.0.1', '::'].map(ollamaPort)).toEqual(
      Array.from({ length: 6 }, () => 11_434),
    )
  })
})
