import { once } from 'node:events'
import { createServer, get as getPlain, type RequestListener } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { get as getEncrypted } from 'node:https'
import { connect, type LookupFunction } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { newestVersion } from '../../src/main/adapters/network/newest-version.ts'
import { useProxy } from '../../src/main/adapters/network/use-proxy.ts'
import { HostNotNamed, limitConnections, programRefusal } from '../../src/main/adapters/only-hosts.ts'
import { createCatalogSource } from '../../src/main/adapters/providers/catalog-store.ts'
import { createProviderFactory } from '../../src/main/adapters/providers/create-provider-factory.ts'
import { startProcess } from '../../src/main/adapters/start-process.ts'
import { fetchPage } from '../../src/main/adapters/tools/fetch-page.ts'
import { LoginStore } from '../../src/main/adapters/tools/mcp/oauth/login-store.ts'
import { beginSignIn } from '../../src/main/adapters/tools/mcp/oauth/sign-in.ts'
import type { SecretStore } from '../../src/main/core/ports/config-ports.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { PROVIDER_NAMES } from '../../src/shared/providers.ts'
import { ok } from '../../src/shared/result.ts'
import { fakeCredentials } from '../support/fake-credentials.ts'

const stops: (() => void)[] = []

beforeEach(() => limitConnections(['named.invalid']))

afterEach(() => {
  limitConnections(null)
  useProxy(null)
  for (const stop of stops.splice(0)) stop()
})

/** Serves on this machine, which every list names. Returns its address. */
async function serve(listener: RequestListener): Promise<{ readonly address: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer(listener)
  server.on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = server.address()
  return { address: `127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`, asked }
}

async function causeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (failure: unknown) => failure,
  )
  return error instanceof Error ? (error.cause ?? error) : error
}

const NOT_NAMED = expect.objectContaining({ code: 'HOST_NOT_NAMED', message: expect.stringContaining('only_hosts') })

it.each([
  ['net', () => connect(443, 'evil.invalid')],
  ['tls', () => connectEncrypted({ host: 'evil.invalid', port: 443 })],
  ['http', () => getPlain('http://evil.invalid/')],
  ['https', () => getEncrypted('https://203.0.113.5/')],
  ['http2', () => connectHttp2('https://evil.invalid')],
] as const)('connects sockets of %s to named hosts only', async (_, open) => {
  const [error]: unknown[] = await once(open(), 'error').catch((failure: unknown) => [failure])
  expect(error).toEqual(NOT_NAMED)
})

it('refuses the host that an allowed host redirects to', async () => {
  const { address } = await serve((_, response) => response.writeHead(302, { location: 'http://evil.invalid/' }).end())
  expect(await causeOf(fetch(`http://${address}/`))).toEqual(NOT_NAMED)
  expect(await newestVersion(`http://${address}/`)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('evil.invalid:80') },
  })
  const source = createCatalogSource('/nowhere')
  expect(await source.fetch(`http://${address}/`, new AbortController().signal)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('evil.invalid:80') },
  })
})

it('looks no name up that is not named, also one that leads to a named address', async () => {
  limitConnections(['203.0.113.5'])
  const lookedUp: string[] = []
  const lookup: LookupFunction = (name, _, callback) => {
    lookedUp.push(name)
    callback(null, [{ address: '203.0.113.5', family: 4 }])
  }
  const [error]: unknown[] = await once(connect({ host: 'evil.invalid', port: 80, lookup }), 'error').catch(
    (failure: unknown) => [failure],
  )
  expect(error).toEqual(NOT_NAMED)
  expect(lookedUp).toEqual([])
})

it('refuses a name of this machine that leads elsewhere', async () => {
  const lookup: LookupFunction = (_, __, callback) => callback(null, [{ address: '203.0.113.5', family: 4 }])
  const failed = once(connect({ host: 'localhost', port: 80, lookup }), 'error')
  const [error]: unknown[] = await failed.catch((failure: unknown) => [failure])
  expect(error).toBeInstanceOf(HostNotNamed)
})

it('asks a proxy for named hosts only, and uses none that is not named', async () => {
  const proxy = await serve((_, response) => response.end())
  expect(useProxy(proxy.address)).toBeNull()
  expect(await causeOf(fetch('https://evil.invalid/'))).toEqual(NOT_NAMED)
  await causeOf(fetch('https://named.invalid/'))
  expect(proxy.asked).toEqual(['named.invalid:443'])
  expect(useProxy('http://proxy.invalid:3128')).toBeNull()
  expect(await causeOf(fetch('https://named.invalid/'))).toEqual(
    expect.objectContaining({ message: expect.stringContaining('proxy.invalid:3128') }),
  )
})

it('limits requests behind a proxy that was chosen before the hosts', async () => {
  limitConnections(null)
  const proxy = await serve((_, response) => response.end())
  expect(useProxy(proxy.address)).toBeNull()
  limitConnections([])
  expect(await causeOf(fetch('https://named.invalid/'))).toEqual(NOT_NAMED)
  expect(proxy.asked).toEqual([])
})

it.each(PROVIDER_NAMES.filter((name) => name !== 'local'))(
  'sends no request to %s unless it is named',
  async (name) => {
    const credentials = { ...fakeCredentials(), key: async () => 'sk-test-0123456789' }
    const created = await createProviderFactory({ credentials, config: DEFAULT_CONFIG, environment: {} }).create(name)
    if (!created.ok) throw new Error(created.error.message)
    expect(await created.value.listModels(new AbortController().signal)).toMatchObject({
      ok: false,
      error: { category: 'REFUSED', message: expect.stringContaining('"only_hosts" in config.json does not name it') },
    })
  },
)

it('fetches no page and starts no program that could connect to something else', async () => {
  const { signal } = new AbortController()
  expect(await fetchPage(new URL('https://evil.invalid/'), { signal })).toEqual({
    ok: false,
    message: expect.stringContaining('ikigai does not connect to evil.invalid:443'),
  })
  const started = await startProcess('true', [], { cwd: '/', stdio: 'ignore', reaches: 'anything' })
  expect(started).toMatchObject({ ok: false, error: { message: programRefusal('true')?.message } })
})

it('refuses the host that a discovery document of OAuth names', async () => {
  const { address } = await serve(({ url, headers }, response) => {
    const address = headers.host ?? ''
    response.setHeader('content-type', 'application/json')
    response.end(
      url?.includes('oauth-protected-resource') === true
        ? JSON.stringify({ resource: `http://${address}/mcp`, authorization_servers: ['https://evil.invalid'] })
        : '{}',
    )
  })
  const secrets: SecretStore = {
    get: async () => null,
    find: async () => ok(null),
    set: async () => ok(null),
    remove: async () => ok(null),
    exclusively: (work) => work(),
  }
  const serverUrl = `http://${address}/mcp`
  const store = new LoginStore(secrets, serverUrl)
  const { signal } = new AbortController()
  expect(await beginSignIn({ serverUrl, settings: {}, store, challenge: {}, signal })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('ikigai does not connect to evil.invalid:443') },
  })
})
