import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { WebSessions } from '../../src/main/hosts/web/web-sessions.ts'
import { prepareWebHost } from '../support/web-host-run.ts'
import { offeredProtocols, openWebSession, tokenOf } from '../support/web-session.ts'

const web = prepareWebHost()

const bearer = (value: string) => ({ origin: web().origin(), authorization: `Bearer ${value}` })
const spend = (token: string, headers: Record<string, string> = {}) =>
  web().ask('/session', { ...bearer(token), ...headers }, 'POST')
const sessionFile = async (): Promise<string> => {
  const [name = ''] = await readdir(join(web().base, 'data', 'web-sessions'))
  return join(web().base, 'data', 'web-sessions', name)
}

/** Opens a window's socket. `closed` resolves to the code with which the server closes it. */
async function openSocket(session: string): Promise<{ readonly closed: Promise<number> }> {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(`ws://127.0.0.1:${web().port()}/engine`, [...offeredProtocols({ session })], {
    headers: { origin: web().origin() },
  })
  await new Promise((resolve) => socket.once('open', resolve))
  return { closed: new Promise((resolve) => socket.once('close', resolve)) }
}

describe('the way in', () => {
  it('is a token behind the # of the address, which no browser sends to a server', () => {
    const { pathname, search, hash } = new URL(web().server.url)

    expect([pathname, search, hash.slice(0, 7)]).toEqual(['/', '', '#token='])
  })

  it('turns the token into a session, and sets no cookie', async () => {
    const answer = await spend(tokenOf(web().server.url))

    expect([answer.status, answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([
      200,
      undefined,
      'no-store',
    ])
    expect(JSON.parse(answer.body)).toEqual({ session: expect.any(String), window: expect.any(String) })
  })

  it('takes a token once, from its own page, and only as a POST', async () => {
    const token = tokenOf(web().server.url)
    const foreign = await spend(token, { origin: 'http://127.0.0.1:1' })
    const read = await web().ask('/session', bearer(token))
    const first = await spend(token)
    const second = await spend(token)

    expect([foreign, read, first, second].map(({ status }) => status)).toEqual([403, 401, 200, 401])
  })

  it('opens the socket with the session, and tells the page whether it has one', async () => {
    const { session } = await openWebSession(web().server.url)

    expect(await web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))).toBe('open')
    expect((await web().ask('/session', bearer(session))).status).toBe(204)
    expect((await web().ask('/session', bearer(`${session}x`))).status).toBe(401)
  })

  it.each([
    ['another secret', (session: string) => `${session.slice(0, -2)}xx`],
    ['another id', (session: string) => `000000000000${session.slice(12)}`],
    ['a path', (session: string) => `..${session}`],
    ['no secret', (session: string) => session.slice(0, 13)],
    ['nothing', () => ''],
  ])('refuses a session with %s', async (_what, forge) => {
    const session = forge((await openWebSession(web().server.url)).session)

    expect(await web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))).toBe(401)
  })

  it('gives whoever has no session the page and how to get in, and no way to the engine', async () => {
    const page = await web().ask('/')
    const help = await web().ask('/no-session')

    expect([page.status, help.status]).toEqual([200, 401])
    expect(help.body).toContain('Run <code>ikigai serve</code>')
    expect(help.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src-attr 'unsafe-inline';/)
    expect(await web().upgrade({ origin: web().origin() }, ['ikigai'])).toBe(401)
  })
})

describe('a session', () => {
  it('is kept for its owner alone, and without its secret', async () => {
    const { session } = await openWebSession(web().server.url)
    const path = await sessionFile()

    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).not.toContain(session.split('.')[1])
  })

  it('is known again after a restart', async () => {
    const { session } = await openWebSession(web().server.url)
    const port = web().port()
    await web().server.close()
    web().server = await web().serve({ port })

    expect(await web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))).toBe('open')
  })

  it('ends after 24 hours without use', async () => {
    const { session } = await openWebSession(web().server.url)
    const path = await sessionFile()
    const tried = async (hours: number) => {
      const at = new Date(Date.now() - hours * 3_600_000)
      await utimes(path, at, at)
      return web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))
    }

    expect([await tried(23.9), await tried(24)]).toEqual(['open', 401])
  })

  it('is used by whoever opens a socket', async () => {
    const { session } = await openWebSession(web().server.url)
    const path = await sessionFile()
    const before = new Date(Date.now() - 3_600_000)
    await utimes(path, before, before)
    await web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))

    expect((await stat(path)).mtimeMs).toBeGreaterThan(before.getTime())
  })

  it('closes its sockets when it has not been used for a day', async () => {
    const { session } = await openWebSession(web().server.url)
    const path = await sessionFile()
    const { closed } = await openSocket(session)
    const before = new Date(Date.now() - 24 * 3_600_000)
    await utimes(path, before, before)

    expect(await closed).toBe(4001)
  })

  it('can be listed and ended from another process, which closes its sockets', async () => {
    const { session } = await openWebSession(web().server.url)
    const { closed } = await openSocket(session)
    const sessions = new WebSessions(join(web().base, 'data'))
    const [listed] = await sessions.list()
    await sessions.end(listed?.id ?? '')

    expect(session.startsWith(listed?.id ?? 'none')).toBe(true)
    expect(await closed).toBe(4001)
    expect(await web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))).toBe(401)
  })
})

describe('foreign pages', () => {
  it.each([
    'evil.example',
    'evil.example:1984',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    ':1984',
    'localhost@evil',
  ])('are refused by the name that they use for this host: %s', async (host) => {
    const { session } = await openWebSession(web().server.url)

    expect((await web().ask('/', { host })).status).not.toBe(200)
    expect(await web().upgrade({ host, origin: `http://${host}` }, offeredProtocols({ session }))).not.toBe('open')
  })

  it.each(['localhost:9', '127.0.0.1', '[::1]:1984'])(
    'an address of this machine is no foreign name: %s',
    async (host) => {
      const { session } = await openWebSession(web().server.url)

      expect((await web().ask('/', { host })).status).toBe(200)
      expect(await web().upgrade({ host, origin: `http://${host}` }, offeredProtocols({ session }))).toBe('open')
    },
  )

  it('cannot open the engine’s socket from another origin, even with the session', async () => {
    const protocols = offeredProtocols(await openWebSession(web().server.url))
    const attempts = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'file://' },
      { origin: `http://127.0.0.1:${web().port() + 1}` },
      { origin: `http://localhost:${web().port()}` },
      { origin: `ws://127.0.0.1:${web().port()}` },
      {},
    ].map((headers) => web().upgrade(headers, protocols))

    expect(await Promise.all(attempts)).toEqual([403, 403, 403, 403, 403, 403, 403])
  })

  it('cannot open the engine’s socket at another path, or with the session in a cookie', async () => {
    const { session } = await openWebSession(web().server.url)
    const headers = { origin: web().origin() }

    expect([
      await web().upgrade(headers, offeredProtocols({ session }), '/'),
      await web().upgrade({ ...headers, cookie: `ikigai.session=${session}` }, ['ikigai']),
    ]).toEqual([404, 401])
  })

  it('can neither frame the window nor be loaded by it', async () => {
    const { headers } = await web().ask('/')
    const policy = String(headers['content-security-policy']).split('; ')

    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "frame-src 'self' http://*.localhost:*",
        "frame-ancestors 'none'",
      ]),
    )
    expect(policy.filter((directive) => !directive.startsWith('frame-src')).join(' ')).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })
})

describe('the page for documents that may be hostile', () => {
  it('has an opaque origin, no network, and is framed by the window only', async () => {
    const { status, headers } = await web().ask('/sandbox')
    const policy = String(headers['content-security-policy']).split('; ')

    expect(status).toBe(200)
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'self'",
        "form-action 'none'",
        'sandbox allow-scripts',
      ]),
    )
    expect(policy.filter((directive) => /^(connect|frame|child|worker|object|manifest)-src/.test(directive))).toEqual(
      [],
    )
    expect(policy.join(' ')).not.toMatch(/https?:|\*|allow-same-origin/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-dns-prefetch-control': 'off' })
  })
})

describe('the files of the window', () => {
  it('are served with their type, hashed ones for ever and the page never from a cache', async () => {
    const seen = await Promise.all(['/', '/assets/index-Ab12.js'].map((path) => web().ask(path)))

    expect(seen.map(({ headers }) => [headers['content-type'], headers['cache-control']])).toEqual([
      ['text/html; charset=utf-8', 'no-cache'],
      ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ])
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '//secret.txt',
    '/link.txt',
    '/assets',
    '/assets/',
    '/assets/unknown.exe',
    '/index.html%00.js',
    '/%ff',
    '/.',
    '*',
    'http://127.0.0.1/../secret.txt',
  ])('end where the directory ends: %s is not found', async (path) => {
    const answer = await web().ask(path)

    expect([answer.status, answer.body.includes('secret')]).toEqual([404, false])
  })

  it('can only be read', async () => {
    const statuses = await Promise.all(['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => web().ask('/', {}, method)))

    expect(statuses.map(({ status }) => status)).toEqual([405, 405, 405, 405])
  })
})
