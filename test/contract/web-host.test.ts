import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { prepareWebHost } from '../support/web-host-run.ts'
import { openWebSession } from '../support/web-session.ts'

const web = prepareWebHost()

describe('the way in', () => {
  it('turns the token of the printed address into a cookie that no script and no other site can use', async () => {
    const { pathname, search } = new URL(web().server.url)
    const answer = await web().ask(pathname + search)

    expect([answer.status, answer.headers['location']]).toEqual([303, '/'])
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^ikigai_session_\d+=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
  })

  it('opens the window with that cookie', async () => {
    const cookie = await openWebSession(web().server.url)

    expect(await web().ask('/', { cookie })).toMatchObject({
      status: 200,
      body: '<!doctype html><title>window</title>',
    })
  })

  it.each(['/', '/index.html', '/assets/index-Ab12.js', '/?token=', '/?token=wrong', '/nothing'])(
    'answers %s without a cookie with how to get in, and nothing else',
    async (path) => {
      const answer = await web().ask(path)

      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
      expect(answer.body).toContain('the address that <code>ikigai serve</code> prints')
      // No file of the window is theirs, so the page's policy is to run and to load nothing.
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src-attr 'unsafe-inline';/)
    },
  )

  it('takes a token only once', async () => {
    await openWebSession(web().server.url)
    const { pathname, search } = new URL(web().server.url)
    const replayed = await web().ask(pathname + search)

    expect([replayed.status, replayed.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('gives a new address for the next browser when one was used', async () => {
    await openWebSession(web().server.url)
    const [next = ''] = web().usedAddresses

    expect(next).not.toBe(web().server.url)
    expect(await openWebSession(next)).toMatch(/^ikigai_session_/)
  })

  it('does not use a token up on a HEAD request', async () => {
    const { pathname, search } = new URL(web().server.url)

    expect((await web().ask(pathname + search, {}, 'HEAD')).status).toBe(401)
    expect(await openWebSession(web().server.url)).toMatch(/^ikigai_session_/)
  })

  it.each([
    ['another signature', (cookie: string) => `${cookie.slice(0, -2)}xx`],
    ['another time of issue', (cookie: string) => cookie.replace(/=\d/, '=9')],
    ['no signature', (cookie: string) => cookie.slice(0, cookie.lastIndexOf('.'))],
    ['nothing', (cookie: string) => cookie.slice(0, cookie.indexOf('=') + 1)],
  ])('refuses a cookie with %s', async (_what, forge) => {
    const cookie = forge(await openWebSession(web().server.url))

    expect((await web().ask('/', { cookie })).status).toBe(401)
    expect(await web().upgrade({ cookie, origin: web().origin() })).toBe(401)
  })

  it('knows its windows again after a restart, until the secret is deleted', async () => {
    const cookie = await openWebSession(web().server.url)
    const samePort = web().port()
    await web().server.close()
    web().server = await web().serve({ port: samePort })
    const afterRestart = await web().upgrade({ cookie, origin: web().origin() })
    await web().server.close()
    await rm(join(web().base, 'data', 'web-session-secret'))
    web().server = await web().serve({ port: samePort })

    expect([afterRestart, await web().upgrade({ cookie, origin: web().origin() })]).toEqual(['open', 401])
  })

  it('keeps the secret for its owner alone, and replaces one that others could read', async () => {
    const secret = join(web().base, 'data', 'web-session-secret')
    const cookie = await openWebSession(web().server.url)
    const mode = (await stat(secret)).mode & 0o777
    const samePort = web().port()
    await web().server.close()
    await rm(secret)
    await writeFile(secret, Buffer.alloc(32), { mode: 0o644 })
    web().server = await web().serve({ port: samePort })

    expect([mode, (await stat(secret)).mode & 0o777, await web().upgrade({ cookie, origin: web().origin() })]).toEqual([
      0o600, 0o600, 401,
    ])
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
    const cookie = await openWebSession(web().server.url)

    expect((await web().ask('/', { cookie, host })).status).not.toBe(200)
    expect(await web().upgrade({ cookie, host, origin: `http://${host}` })).not.toBe('open')
  })

  it.each(['localhost:9', '127.0.0.1', '[::1]:1984'])(
    'an address of this machine is no foreign name: %s',
    async (host) => {
      const cookie = await openWebSession(web().server.url)

      expect((await web().ask('/', { cookie, host })).status).toBe(200)
      expect(await web().upgrade({ cookie, host, origin: `http://${host}` })).toBe('open')
    },
  )

  it('cannot open the engine’s socket from another origin, even with the cookie', async () => {
    const cookie = await openWebSession(web().server.url)
    const attempts = [
      'http://evil.example',
      'null',
      'file://',
      `http://127.0.0.1:${web().port() + 1}`,
      `http://localhost:${web().port()}`,
      `ws://127.0.0.1:${web().port()}`,
    ].map((foreign) => web().upgrade({ cookie, origin: foreign }))

    expect(await Promise.all([...attempts, web().upgrade({ cookie })])).toEqual([403, 403, 403, 403, 403, 403, 403])
  })

  it('cannot open the engine’s socket without the cookie, or at another path', async () => {
    const cookie = await openWebSession(web().server.url)

    expect([
      await web().upgrade({ origin: web().origin() }),
      await web().upgrade({ cookie, origin: web().origin() }, '/'),
      await web().upgrade({ cookie, origin: web().origin() }),
    ]).toEqual([401, 404, 'open'])
  })

  it('can neither frame the window nor be loaded by it', async () => {
    const cookie = await openWebSession(web().server.url)
    const { headers } = await web().ask('/', { cookie })
    const policy = String(headers['content-security-policy']).split('; ')

    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "frame-ancestors 'none'",
      ]),
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })
})

describe('the files of the window', () => {
  it('are served with their type, hashed ones for ever and the page never from a cache', async () => {
    const cookie = await openWebSession(web().server.url)
    const seen = await Promise.all(['/', '/assets/index-Ab12.js'].map((path) => web().ask(path, { cookie })))

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
    const cookie = await openWebSession(web().server.url)
    const answer = await web().ask(path, { cookie })

    expect([answer.status, answer.body.includes('secret')]).toEqual([404, false])
  })

  it('can only be read', async () => {
    const cookie = await openWebSession(web().server.url)
    const statuses = await Promise.all(
      ['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => web().ask('/', { cookie }, method)),
    )

    expect(statuses.map(({ status }) => status)).toEqual([405, 405, 405, 405])
  })
})
