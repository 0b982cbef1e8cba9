import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { OpenPreviews } from '../../../src/main/adapters/tools/port-preview/port-previews.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { isPreviewUrl } from '../../../src/shared/port-preview.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'
import { DEV_SERVER } from '../../support/dev-server.ts'
import { type EscapeRoom, makeEscapeRoom } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'

const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, 65_534] : [ownUid]
const TIMEOUT_MS = 120_000
const WINDOW = 'http://127.0.0.1:1984'

let room: EscapeRoom
let previews: OpenPreviews
let now: number
afterEach(async () => {
  previews.close()
  await room.context.background.close()
  await room.remove()
})

async function makeRoom(uid: number, level?: 'off'): Promise<void> {
  now = 1_000_000
  room = await makeEscapeRoom(uid, level)
  previews = new OpenPreviews(room.context.background, () => now)
}

let calls = 0
async function call(args: JsonObject, agentId = 'agent'): Promise<string> {
  const site = { agentId, turnId: 'turn', callId: `call_${++calls}` }
  const made = await bashTool(room.context).prepare(args, site)
  if (!made.ok) return made.message
  return (await made.call.run({ signal: new AbortController().signal, onOutput: () => {} })).content
}

/** Starts a command, and resolves with its id when it listens on these ports. */
async function start(command: string, ports: readonly number[], agentId = 'agent'): Promise<string> {
  const content = await call({ command, background: true }, agentId)
  const id = /as (b\d+)\./.exec(content)?.[1] ?? content
  const listed = () => room.context.background.running(agentId).find((running) => running.id === id)?.ports
  await expect.poll(listed, { timeout: 60_000 }).toEqual(ports)
  return id
}

const serves = (port: number, answer: string, host = '127.0.0.1'): string =>
  `node -e 'require("http").createServer((q, r) => r.end("${answer}")).listen(${port}, "${host}")'`

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Asks an address of a preview as a browser does that leads its name to this machine. */
function ask(address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<IncomingMessage> {
  const { host, port, pathname, search } = new URL(address)
  const asking = httpRequest({
    host: '127.0.0.1',
    port,
    path: pathname + search,
    method,
    headers: { host, ...headers },
  })
  asking.end(body)
  return new Promise((resolve, reject) => asking.on('response', resolve).on('error', reject))
}

const bodyOf = async (answer: Promise<IncomingMessage>): Promise<string> => text(await answer)

/** Uses the address, and returns the preview's origin and the cookie. */
async function enter(address: string) {
  const answer = await ask(address)
  answer.resume()
  const [cookie = ''] = answer.headers['set-cookie'] ?? []
  return { origin: new URL(address).origin, cookie: cookie.split(';')[0] ?? '', set: cookie, status: answer.statusCode }
}

const open = async (id: string, port: number, agentId = 'agent') =>
  valueOf(await previews.open({ agentId, id, port, shownIn: WINDOW }))

describe.runIf(HAS_SANDBOX).each(USERS)(
  'as user %i, a preview of a port in the sandbox (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  (uid) => {
    beforeEach(() => makeRoom(uid))

    it.each([
      ['the loopback address', '127.0.0.1'],
      ['the loopback address of IPv6', '::1'],
      ['all addresses', '0.0.0.0'],
      ['all addresses of both protocols', '::'],
      ['the name localhost', 'localhost'],
      ['another loopback address', '127.0.0.9'],
    ])('shows a server at %s', async (_what, host) => {
      const id = await start(serves(8100, 'served', host), [8100])
      const address = await open(id, 8100)
      expect(isPreviewUrl(address)).toBe(true)
      const { origin, cookie } = await enter(address)
      expect(await bodyOf(ask(`${origin}/`, { headers: { cookie } }))).toBe('served')
    })

    it('shows each port of each agent at an origin of its own, and only that', async () => {
      const [one, two] = [
        await start(`${serves(8100, 'one')} & ${serves(8101, 'hidden')}; wait`, [8100, 8101]),
        await start(serves(8100, 'two'), [8100], 'another'),
      ]
      const [first, second] = [await enter(await open(one, 8100)), await enter(await open(two, 8100, 'another'))]
      expect(new URL(first.origin).hostname).not.toBe(new URL(second.origin).hostname)
      expect(await bodyOf(ask(first.origin, { headers: { cookie: first.cookie } }))).toBe('one')
      expect(await bodyOf(ask(second.origin, { headers: { cookie: second.cookie } }))).toBe('two')
      // Not by the cookie of the other one, nor by its name at this port.
      expect((await ask(second.origin, { headers: { cookie: first.cookie } })).statusCode).toBe(403)
      const spoofed = { cookie: first.cookie, host: new URL(second.origin).host }
      expect((await ask(first.origin, { headers: spoofed })).statusCode).toBe(421)
      // The other agent's command, and what does not listen there, are not opened.
      expect(refusalOf(await previews.open({ agentId: 'agent', id: two, port: 8100, shownIn: null }))).toContain('No')
      expect(refusalOf(await previews.open({ agentId: 'agent', id: one, port: 61_081, shownIn: null }))).toContain(
        'does not listen',
      )
    })

    it('is closed with its command: killed, ended, restarted, or by its end', async () => {
      const ways: readonly ((id: string) => unknown)[] = [
        () => room.context.background.endOf('agent'),
        (id) => room.context.background.end('agent', id),
        (id) => room.context.background.restart('agent', id, async () => null),
        () => call({ command: 'touch go' }),
      ]
      for (const [index, way] of ways.entries()) {
        const command = `${serves(8100 + index, 'served')} & until [ -e go ]; do sleep 0.05; done; kill $!`
        const id = await start(command, [8100 + index])
        const { origin, cookie } = await enter(await open(id, 8100 + index))
        const unused = await open(id, 8100 + index)
        const held = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) })
        await once(held, 'connect')
        const ended = once(held, 'close')
        held.on('error', () => undefined)
        await way(id)
        await ended
        await expect(ask(origin, { headers: { cookie } })).rejects.toThrow('ECONNREFUSED')
        await expect(ask(unused)).rejects.toThrow('ECONNREFUSED')
      }
    })

    it('does not show the port to another command that takes it, of the same agent or of another one', async () => {
      const first = `${serves(8100, 'mine')} & until [ -e stop ]; do sleep 0.05; done; kill $!; wait; sleep 600`
      const id = await start(first, [8100])
      const { origin, cookie } = await enter(await open(id, 8100))
      expect(await bodyOf(ask(origin, { headers: { cookie } }))).toBe('mine')
      // Its server ends, the command itself goes on.
      await call({ command: 'touch stop' })
      await expect.poll(() => call({ process: id })).toBe('[It is running.]')
      await start(serves(8100, 'others'), [8100])
      await start(serves(8100, 'foreign'), [8100], 'another')
      const answer = await ask(origin, { headers: { cookie } })
      expect([answer.statusCode, await text(answer)]).toEqual([502, expect.stringContaining('does not listen')])
    })

    it('shows a server that begins to listen again', async () => {
      const command = `node -e '
        const http = require("http"); let n = 0
        const begin = () => { const s = http.createServer((q, r) => { r.end(String(n++)); s.closeAllConnections(); s.close(() => setTimeout(begin, 300)) }).listen(8100) }
        begin()'`
      const id = await start(command, [8100])
      const { origin, cookie } = await enter(await open(id, 8100))
      const shown = async () => bodyOf(ask(origin, { headers: { cookie, connection: 'close' } })).catch(() => '')
      await expect.poll(shown).toMatch(/^[0-9]$/)
      await expect.poll(shown).toMatch(/^[1-9]$/)
    })

    it('is passed on as a browser would see it at localhost', async () => {
      const id = await start(DEV_SERVER, [5173])
      const { origin, cookie } = await enter(await open(id, 5173))
      const headers = { cookie: `${cookie}; theme=dark`, origin, referer: `${origin}/page` }
      const seen = JSON.parse(await bodyOf(ask(`${origin}/headers`, { headers })))
      expect(seen).toMatchObject({
        host: 'localhost:5173',
        cookie: 'theme=dark',
        origin: 'http://localhost:5173',
        referer: 'http://localhost:5173/page',
      })
      const redirect = await ask(`${origin}/old`, { headers })
      expect([redirect.statusCode, redirect.headers.location]).toEqual([302, '/new?a=1#b'])
      const posted = 'x'.repeat(3_000_000)
      expect(await bodyOf(ask(`${origin}/size`, { method: 'POST', body: posted, headers }))).toBe('3000000')
      const large = await ask(`${origin}/large`, { headers })
      expect((await text(large)).length).toBe(20_000_000)
    })

    it('streams events as they come', async () => {
      const id = await start(DEV_SERVER, [5173])
      const { origin, cookie } = await enter(await open(id, 5173))
      const answer = await ask(`${origin}/events`, { headers: { cookie } })
      const [first] = await once(answer, 'data')
      expect(String(first)).toBe('data: 1\n\n')
      // The server sends the next one when it is told to: nothing waits for the end of the answer.
      answer.resume()
      await text(await ask(`${origin}/next`, { headers: { cookie } }))
      const [second] = await once(answer, 'data')
      expect(String(second)).toBe('data: 2\n\n')
      answer.destroy()
    })

    it('passes WebSockets on for its own pages, with their protocol', async () => {
      const id = await start(DEV_SERVER, [5173])
      const { origin, cookie } = await enter(await open(id, 5173))
      const { host, port } = new URL(origin)
      const socketWith = (headers: Record<string, string>) =>
        new WebSocket(`ws://127.0.0.1:${port}/hmr`, 'vite-hmr', { headers: { host, ...headers } })
      const socket = socketWith({ cookie, origin })
      await once(socket, 'open')
      expect(socket.protocol).toBe('vite-hmr')
      socket.send('hello')
      expect(String((await once(socket, 'message'))[0])).toBe('echo hello')
      const refused: readonly Record<string, string>[] = [
        { cookie },
        { origin },
        { cookie, origin: WINDOW },
        { cookie, origin: 'null' },
        { cookie, origin, host: `localhost:${port}` },
        { cookie, origin, 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of refused) {
        const [error] = await once(socketWith(headers), 'error')
        expect(String(error)).toContain('403')
      }
      const ended = once(socket, 'close')
      await room.context.background.end('agent', id)
      await ended
    })

    it('survives what a hostile server sends', async () => {
      const answers = [
        'HTTP/1.1 200 OK\r\nX: \x01\r\n\r\n',
        'nothing like HTTP\r\n\r\n',
        `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(50_000)}\r\n\r\n`,
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
        'HTTP/1.1 999 \r\nContent-Length: 5\r\n\r\nabc',
        'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz',
        '',
      ]
      const coded = Buffer.from(JSON.stringify(answers)).toString('base64')
      const server = `node -e 'let n = 0; const all = JSON.parse(Buffer.from("${coded}", "base64")); require("net").createServer((s) => { s.on("error", () => {}); s.once("data", () => s.end(all[n++ % all.length])) }).listen(8100)'`
      const id = await start(server, [8100])
      const { origin, cookie } = await enter(await open(id, 8100))
      for (const _ of answers) {
        const answered = await ask(origin, { headers: { cookie } }).then(
          async (answer) => (await text(answer).catch(() => 'cut'), answer.statusCode),
          () => 'cut',
        )
        expect([502, 999, 200, 'cut']).toContain(answered)
      }
    })
  },
)

describe('a preview outside of the sandbox', { timeout: TIMEOUT_MS }, () => {
  beforeEach(() => makeRoom(ownUid, 'off'))

  it('shows ports of the command itself, and no other program of this machine', async () => {
    const id = await start(serves(18_100, 'served'), [18_100])
    const { origin, cookie } = await enter(await open(id, 18_100))
    expect(await bodyOf(ask(origin, { headers: { cookie } }))).toBe('served')
    const { TCP4 = '' } = room.targets
    expect(refusalOf(await previews.open({ agentId: 'agent', id, port: Number(TCP4), shownIn: null }))).toContain(
      'does not listen',
    )
  })
})
