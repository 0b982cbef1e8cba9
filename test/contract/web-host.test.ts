import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import { serveWeb } from '../../src/main/hosts/web/serve-web.ts'
import type { ServeWebOptions, WebServer } from '../../src/main/hosts/web/serve-web.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import type { RecordingLogger } from '../support/recording-logger.ts'
import { createScriptedEngine, SCRIPTED_AGENT } from '../support/scripted-engine.ts'
import type { ScriptedEngine } from '../support/scripted-engine.ts'
import { openWebSession } from '../support/web-session.ts'

const SMALL_FRAME = 10_000

let base: string
let engine: ScriptedEngine
let logger: RecordingLogger
let server: WebServer
let usedAddresses: string[]

const rendererDirectory = () => join(base, 'renderer')
const origin = () => new URL(server.url).origin
const port = () => Number(new URL(server.url).port)

async function serve(options: Partial<ServeWebOptions> = {}): Promise<WebServer> {
  const served = await serveWeb(engine, {
    address: '127.0.0.1',
    port: 0,
    rendererDirectory: rendererDirectory(),
    secretDirectory: join(base, 'data'),
    maxFrameBytes: SMALL_FRAME,
    logger,
    onAddressUsed: (next) => usedAddresses.push(next),
    ...options,
  })
  if (!served.ok) throw new Error(served.error.message)
  return served.value
}

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ikigai-web-host-'))
  await mkdir(join(rendererDirectory(), 'assets'), { recursive: true })
  await writeFile(join(rendererDirectory(), 'index.html'), '<!doctype html><title>window</title>')
  await writeFile(join(rendererDirectory(), 'assets', 'index-Ab12.js'), 'export {}')
  await writeFile(join(rendererDirectory(), 'assets', 'unknown.exe'), 'MZ')
  await writeFile(join(base, 'secret.txt'), 'secret')
  await symlink(join(base, 'secret.txt'), join(rendererDirectory(), 'link.txt'))
  engine = createScriptedEngine()
  logger = createRecordingLogger()
  usedAddresses = []
  server = await serve()
})
afterEach(async () => {
  await server.close()
  await rm(base, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A request exactly as written: `fetch` would tidy the path and refuse a foreign Host. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: port(), path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    request.on('error', reject)
    request.end()
  })
}

/** How an upgrade ended: `open`, or the status with which it was refused. */
function upgrade(headers: Record<string, string>, path = '/engine'): Promise<'open' | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port()}${path}`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => {
      socket.terminate()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}

describe('the way in', () => {
  it('turns the token of the printed address into a cookie that no script and no other site can use', async () => {
    const { pathname, search } = new URL(server.url)
    const answer = await ask(pathname + search)

    expect([answer.status, answer.headers['location']]).toEqual([303, '/'])
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^ikigai_session_\d+=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
  })

  it('opens the window with that cookie', async () => {
    const cookie = await openWebSession(server.url)

    expect(await ask('/', { cookie })).toMatchObject({ status: 200, body: '<!doctype html><title>window</title>' })
  })

  it.each(['/', '/index.html', '/assets/index-Ab12.js', '/?token=', '/?token=wrong', '/nothing'])(
    'answers %s without a cookie with how to get in, and nothing else',
    async (path) => {
      const answer = await ask(path)

      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
      expect(answer.body).toContain('the address that <code>ikigai serve</code> prints')
    },
  )

  it('takes a token only once', async () => {
    await openWebSession(server.url)
    const { pathname, search } = new URL(server.url)
    const replayed = await ask(pathname + search)

    expect([replayed.status, replayed.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('gives a new address for the next browser when one was used', async () => {
    await openWebSession(server.url)
    const [next = ''] = usedAddresses

    expect(next).not.toBe(server.url)
    expect(await openWebSession(next)).toMatch(/^ikigai_session_/)
  })

  it('does not use a token up on a HEAD request', async () => {
    const { pathname, search } = new URL(server.url)

    expect((await ask(pathname + search, {}, 'HEAD')).status).toBe(401)
    expect(await openWebSession(server.url)).toMatch(/^ikigai_session_/)
  })

  it.each([
    ['another signature', (cookie: string) => `${cookie.slice(0, -2)}xx`],
    ['another time of issue', (cookie: string) => cookie.replace(/=\d/, '=9')],
    ['no signature', (cookie: string) => cookie.slice(0, cookie.lastIndexOf('.'))],
    ['nothing', (cookie: string) => cookie.slice(0, cookie.indexOf('=') + 1)],
  ])('refuses a cookie with %s', async (_what, forge) => {
    const cookie = forge(await openWebSession(server.url))

    expect((await ask('/', { cookie })).status).toBe(401)
    expect(await upgrade({ cookie, origin: origin() })).toBe(401)
  })

  it('knows its windows again after a restart, until the secret is deleted', async () => {
    const cookie = await openWebSession(server.url)
    const samePort = port()
    await server.close()
    server = await serve({ port: samePort })
    const afterRestart = await upgrade({ cookie, origin: origin() })
    await server.close()
    await rm(join(base, 'data', 'web-session-secret'))
    server = await serve({ port: samePort })

    expect([afterRestart, await upgrade({ cookie, origin: origin() })]).toEqual(['open', 401])
  })

  it('keeps the secret for its owner alone, and replaces one that others could read', async () => {
    const secret = join(base, 'data', 'web-session-secret')
    const cookie = await openWebSession(server.url)
    const mode = (await stat(secret)).mode & 0o777
    const samePort = port()
    await server.close()
    await rm(secret)
    await writeFile(secret, Buffer.alloc(32), { mode: 0o644 })
    server = await serve({ port: samePort })

    expect([mode, (await stat(secret)).mode & 0o777, await upgrade({ cookie, origin: origin() })]).toEqual([
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
    const cookie = await openWebSession(server.url)

    expect((await ask('/', { cookie, host })).status).not.toBe(200)
    expect(await upgrade({ cookie, host, origin: `http://${host}` })).not.toBe('open')
  })

  it.each(['localhost:9', '127.0.0.1', '[::1]:1984'])(
    'an address of this machine is no foreign name: %s',
    async (host) => {
      const cookie = await openWebSession(server.url)

      expect((await ask('/', { cookie, host })).status).toBe(200)
      expect(await upgrade({ cookie, host, origin: `http://${host}` })).toBe('open')
    },
  )

  it('cannot open the engine’s socket from another origin, even with the cookie', async () => {
    const cookie = await openWebSession(server.url)
    const attempts = [
      'http://evil.example',
      'null',
      'file://',
      `http://127.0.0.1:${port() + 1}`,
      `http://localhost:${port()}`,
      `ws://127.0.0.1:${port()}`,
    ].map((foreign) => upgrade({ cookie, origin: foreign }))

    expect(await Promise.all([...attempts, upgrade({ cookie })])).toEqual([403, 403, 403, 403, 403, 403, 403])
  })

  it('cannot open the engine’s socket without the cookie, or at another path', async () => {
    const cookie = await openWebSession(server.url)

    expect([
      await upgrade({ origin: origin() }),
      await upgrade({ cookie, origin: origin() }, '/'),
      await upgrade({ cookie, origin: origin() }),
    ]).toEqual([401, 404, 'open'])
  })

  it('can neither frame the window nor be loaded by it', async () => {
    const cookie = await openWebSession(server.url)
    const { headers } = await ask('/', { cookie })
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
    const cookie = await openWebSession(server.url)
    const seen = await Promise.all(['/', '/assets/index-Ab12.js'].map((path) => ask(path, { cookie })))

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
    const cookie = await openWebSession(server.url)
    const answer = await ask(path, { cookie })

    expect([answer.status, answer.body.includes('secret')]).toEqual([404, false])
  })

  it('can only be read', async () => {
    const cookie = await openWebSession(server.url)
    const statuses = await Promise.all(
      ['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => ask('/', { cookie }, method)),
    )

    expect(statuses.map(({ status }) => status)).toEqual([405, 405, 405, 405])
  })
})

describe('the socket', () => {
  const open = async (): Promise<WebSocket> => {
    const cookie = await openWebSession(server.url)
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/engine`, { headers: { cookie, origin: origin() } })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return socket
  }
  const closeCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

  it('is closed by a frame that is larger than any prompt', async () => {
    const socket = await open()
    socket.send('x'.repeat(SMALL_FRAME + 1))

    expect(await closeCode(socket)).toBe(1009)
    expect(engine.calls).toEqual([])
  })

  it('is closed by a binary frame', async () => {
    const socket = await open()
    socket.send(Buffer.from('{}'))

    expect(await closeCode(socket)).toBe(1003)
  })

  it('survives what is no request', async () => {
    const socket = await open()
    const replies: string[] = []
    socket.on('message', (data) => replies.push(String(data)))
    for (const message of ['', 'x', '{}', '[]', 'null', '{"i":"1"}', '{"i":"2","p":{"u":"/nothing"}}'])
      socket.send(message)
    const call = { i: '3', p: { u: '/agents/cancel', b: { json: { agentId: SCRIPTED_AGENT } } } }
    socket.send(JSON.stringify(call))
    await new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        if (String(data).includes('"i":"3"')) resolve()
      })
    })

    expect(engine.calls).toEqual([['cancel', SCRIPTED_AGENT]])
    expect(logger.lines.every(([level]) => level === 'warn')).toBe(true)
    socket.terminate()
  })

  it('ends the subscriptions of a client that vanished', async () => {
    const socket = await open()
    const subscribe = { i: '1', p: { u: '/agents/subscribe', b: { json: { agentId: SCRIPTED_AGENT } } } }
    socket.send(JSON.stringify(subscribe))
    await engine.until(() => engine.subscriptions.length === 1)
    socket.terminate()
    await engine.until(() => engine.subscriptions[0]?.ended === true)

    expect(engine.subscriptions[0]?.signal.aborted).toBe(true)
  })
})

describe('starting and ending', () => {
  it('says in words that the port is taken', async () => {
    const second = await serveWeb(engine, {
      address: '127.0.0.1',
      port: port(),
      rendererDirectory: rendererDirectory(),
      secretDirectory: join(base, 'data'),
      logger,
    })

    expect(second).toEqual({
      ok: false,
      error: {
        category: 'REFUSED',
        message: `Cannot listen on port ${port()} on 127.0.0.1: it is taken, perhaps by another ikigai. Stop that one, or set another listen_port in config.json.`,
        retryable: false,
      },
    })
  })

  it('ends with clients connected, requests half sent and all', async () => {
    const half = connect(port(), '127.0.0.1')
    await new Promise((resolve) => half.once('connect', resolve))
    half.write('GET / HTTP/1.1\r\nHost: ')
    half.on('error', () => {})
    const gone = new Promise((resolve) => half.once('close', resolve))
    await server.close()
    await gone

    await expect(ask('/')).rejects.toThrow()
    server = await serve()
  })

  it('warns when it listens to a network', async () => {
    await server.close()
    server = await serve({ address: '0.0.0.0' })

    expect(logger.lines).toEqual([
      [
        'warn',
        'ikigai listens on 0.0.0.0: everybody on that network can reach it, and the connection is not encrypted',
      ],
    ])
    expect(new URL(server.url).hostname).toBe('127.0.0.1')
  })

  it('prints the token that it was given', async () => {
    await server.close()
    server = await serve({ token: 'chosen-by-the-caller' })

    expect(new URL(server.url).search).toBe('?token=chosen-by-the-caller')
    expect(await openWebSession(server.url)).toMatch(/^ikigai_session_/)
  })
})
