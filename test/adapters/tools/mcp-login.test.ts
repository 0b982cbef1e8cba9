import { InsufficientScopeError } from '@modelcontextprotocol/client'
import { afterEach, expect, it } from 'vitest'

import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import { ServerLogin } from '../../../src/main/adapters/tools/mcp/oauth/server-login.ts'
import type { OpenSignIn, ToolServers } from '../../../src/main/core/ports/tool-server-ports.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { type LoginServer, type LoginServerChanges, startLoginServer } from '../../support/login-server.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Servers = Omit<ToolServers, 'configure'>

async function waiting(changes: LoginServerChanges = {}, secrets = memorySecrets()) {
  const server = await startLoginServer(changes)
  closing.push(() => server.close())
  const servers = await opened(server, secrets)
  return { server, servers, secrets }
}

async function opened({ url }: LoginServer, secrets = memorySecrets()): Promise<Servers> {
  const servers = createMcpServers(
    { safe: { transport: 'http', url, headers: {} } },
    {
      environment: {},
      maxOutputSize: 10_000,
      outputDirectory: '/nowhere',
      clientVersion: '0.0.0',
      sandbox: () => null,
      secrets,
    },
  )
  closing.push(() => servers.close())
  servers.start()
  await servers.ready(new AbortController().signal)
  return servers
}

async function running(servers: Servers): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => servers.states().every(({ state }) => state === 'running') && resolve()
  const stop = servers.onStateChange(check)
  check()
  await promise
  stop()
}

async function signedIn({ server, servers }: { server: LoginServer; servers: Servers }): Promise<OpenSignIn> {
  const signIn = valueOf(await servers.signIn('safe'))
  expect(await (await fetch(server.agree(signIn.address))).text()).toContain('Signed in')
  expect(await signIn.done).toEqual({ ok: true, value: null })
  return signIn
}

it('waits for a sign-in, and stays signed in after a restart and after the token has ended', async () => {
  const { server, servers, secrets } = await waiting()
  expect(servers.states()).toMatchObject([{ state: 'waiting', message: 'sign in to use it', signIn: 'needed' }])
  const { issuer, scopes } = await signedIn({ server, servers })
  await running(servers)
  expect({ issuer, scopes, state: servers.states()[0]?.signIn }).toEqual({
    issuer: server.issuer,
    scopes: ['read'],
    state: 'signed_in',
  })
  server.accepted.clear()
  const again = await opened(server, secrets)
  await running(again)
  const renewals = server.requests.filter(({ body }) => body.includes('grant_type=refresh_token'))
  expect([renewals.length, server.requests.filter(({ path }) => path === '/register').length]).toEqual([1, 1])
})

it('forgets the login, and asks for it again', async () => {
  const all = await waiting()
  await signedIn(all)
  await running(all.servers)
  expect(await all.servers.signOut('safe')).toEqual({ ok: true, value: null })
  expect([all.secrets.names(), all.servers.states()[0]?.signIn]).toEqual([[], 'needed'])
})

it('keeps what an issuer gave under the address of the server and the issuer', async () => {
  const all = await waiting()
  await signedIn(all)
  expect(all.secrets.names()).toEqual([`mcp ${all.server.url}`])
  expect(JSON.parse((await all.secrets.get(`mcp ${all.server.url}`)) ?? '')).toMatchObject({
    issuer: all.server.issuer,
    issuers: { [all.server.issuer]: { tokens: { access_token: 'token-1' } } },
  })
})

it('ignores answers that it did not ask for, and goes on waiting', async () => {
  const { server, servers } = await waiting()
  const signIn = valueOf(await servers.signIn('safe'))
  const right = new URL(server.agree(signIn.address))
  const forged = new URL(right)
  forged.searchParams.set('state', 'guessed')
  const twice = new URL(right)
  twice.searchParams.append('state', 'guessed')
  const elsewhere = new URL(right)
  elsewhere.pathname = '/'
  const asked = [forged, twice, elsewhere].map(async (address) => (await fetch(address)).status)
  expect(await Promise.all(asked)).toEqual([400, 400, 400])
  expect(signIn.accept(right.href.replace('127.0.0.1', 'localhost'))).toBe(false)
  expect((await fetch(right)).status).toBe(200)
  expect(await signIn.done).toEqual({ ok: true, value: null })
})

it('sends no code to an issuer when the answer names another one, and shows nothing of the answer', async () => {
  const { server, servers } = await waiting({ iss: 'https://attacker.example' })
  const signIn = valueOf(await servers.signIn('safe'))
  await fetch(`${server.agree(signIn.address)}&error_description=call+this+number`)
  const done = await signIn.done
  expect([done.ok, JSON.stringify(done)]).toEqual([false, expect.not.stringContaining('number')])
  expect(server.requests.filter(({ path }) => path === '/token')).toEqual([])
})

it.each([
  ['a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['an address without encryption', { authorization_endpoint: 'http://login.example/authorize' }],
  ['no PKCE', { code_challenge_methods_supported: undefined }],
  ['metadata of another issuer', { issuer: 'https://attacker.example' }],
])('opens no page for a server with %s', async (_, metadata) => {
  const { servers } = await waiting({ metadata })
  expect(await servers.signIn('safe')).toMatchObject({ ok: false })
})

it('sends the token to the server that it is for, not where that one leads', async () => {
  const other = await startLoginServer()
  closing.push(() => other.close())
  const { server, servers } = await waiting({ redirectTo: other.url })
  await signedIn({ server, servers })
  const { promise, resolve } = Promise.withResolvers<void>()
  servers.onStateChange(() => servers.states()[0]?.message.includes('tried again') === true && resolve())
  if (servers.states()[0]?.message.includes('tried again') !== true) await promise
  expect([server.requests.some(({ authorization }) => authorization === 'Bearer token-1'), other.requests]).toEqual([
    true,
    [],
  ])
})

it('asks for what a call demanded also in another process, until a sign-in has succeeded', async () => {
  const all = await waiting()
  await signedIn(all)
  await running(all.servers)
  const config = { transport: 'http', url: all.server.url, headers: {} } as const
  const login = () => new ServerLogin(config, all.secrets, () => undefined)
  const said = await login().needsMore(new InsufficientScopeError({ requiredScope: 'write' }))
  expect(said).toContain('It needs: write')
  const signIn = valueOf(await login().begin())
  expect(signIn.scopes).toEqual(['read', 'write'])
  await fetch(all.server.agree(signIn.address))
  expect(await signIn.done).toEqual({ ok: true, value: null })
  expect(valueOf(await login().begin()).scopes).toEqual(['read'])
})
