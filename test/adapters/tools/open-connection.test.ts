import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { isExcepted } from '../../../src/main/adapters/chosen-proxy.ts'
import { useProxy } from '../../../src/main/adapters/network/use-proxy.ts'
import { fetchPage } from '../../../src/main/adapters/tools/fetch-page.ts'
import { openConnection } from '../../../src/main/adapters/tools/open-connection.ts'
import { serveProxy } from '../../../src/main/adapters/tools/sandbox/network-proxy.ts'
import type { AddressLookup } from '../../../src/main/adapters/tools/public-address.ts'

const signal = new AbortController().signal

/** What the proxy was asked for. */
let asked: { readonly url: string | undefined; readonly authorization: IncomingHttpHeaders[string] }[]
let page: Server
let proxy: Server

beforeEach(async () => {
  asked = []
  page = createServer((request, response) => response.end(`Page of ${request.headers.host}`))
  proxy = createServer()
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push({ url, authorization: headers['proxy-authorization'] })
    if (url?.startsWith('closed.') === true) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const target = connect(portOf(page), '127.0.0.1')
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.pipe(target).pipe(socket)
    for (const each of [socket, target]) each.on('error', () => each.destroy())
  })
  for (const server of [page, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening')
  useProxy(`ada:secret@127.0.0.1:${portOf(proxy)}`, 'direct.example')
})
afterEach(() => {
  useProxy(null)
  for (const server of [page, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

function portOf(server: TcpServer): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Knows these names only. */
const lookup =
  (known: Readonly<Record<string, string>>): AddressLookup =>
  (name, _options, done) => {
    const address = known[name]
    if (address === undefined) done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
    else done(null, [{ address, family: 4 }])
  }

describe('with a proxy in the settings', () => {
  it('a page is fetched through it, also of a host that only the proxy can look up', async () => {
    const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`
    const known = lookup({ 'pages.example': '1.1.1.1' })
    for (const host of ['pages.example', 'unknown.example']) {
      const fetched = await fetchPage(new URL(`http://${host}/`), { signal, lookup: known })
      expect(fetched).toMatchObject({ ok: true, body: Buffer.from(`Page of ${host}`) })
    }
    expect(asked).toEqual([
      { url: 'pages.example:80', authorization },
      { url: 'unknown.example:80', authorization },
    ])
  })

  it('the proxy is not asked for a host that is private as far as this machine knows', async () => {
    const known = lookup({ 'router.example': '192.168.0.1' })
    for (const host of ['router.example', '10.0.0.1', '[::1]']) {
      const fetched = await fetchPage(new URL(`http://${host}/`), { signal, lookup: known })
      expect(fetched).toMatchObject({ ok: false, message: expect.stringContaining('in a private network') })
    }
    expect(asked).toEqual([])
  })

  it('a refusal of the proxy is the error', async () => {
    const opened = openConnection({ host: 'closed.example', port: 443 }, { signal, lookup: lookup({}) })
    await expect(opened).rejects.toThrow(`the proxy 127.0.0.1:${portOf(proxy)} answered 403`)
  })

  it('a host of the exceptions is connected to directly', async () => {
    const known = lookup({ 'direct.example': '127.0.0.1' })
    const url = new URL(`http://direct.example:${portOf(page)}/`)
    const fetched = await fetchPage(url, { signal, lookup: known, isPermitted: () => true })
    expect([fetched.ok, asked]).toEqual([true, []])
  })

  it('commands in the sandbox reach the network through it', async () => {
    const listener = createTcpServer()
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const own = serveProxy(listener, { permit: async () => ({ allowed: true }), lookup: lookup({}) })
    const socket = connect(portOf(listener), '127.0.0.1')
    socket.write('CONNECT npm.example:443 HTTP/1.1\r\nHost: npm.example:443\r\n\r\nGET / HTTP/1.0\r\nHost: x\r\n\r\n')
    let said = ''
    for await (const chunk of socket) said += String(chunk)
    expect([said.includes('Page of x'), asked.map(({ url }) => url)]).toEqual([true, ['npm.example:443']])
    own.close()
  })
})

it.each([
  ['a.example', 443, 'b.example, a.example', true],
  ['x.a.example', 443, 'a.example', true],
  ['x.a.example', 443, '.a.example', true],
  ['x.a.example', 443, '*.a.example', true],
  ['ba.example', 443, 'a.example', false],
  ['a.example', 443, 'a.example:80', false],
  ['a.example', 80, 'a.example:80', true],
  ['::1', 80, '::1', true],
  ['::1', 80, '[::1]:80', true],
  ['a.example', 80, '*', true],
  ['a.example', 80, '', false],
])('%s:%i is excepted by %j: %s', (host, port, list, expected) => expect(isExcepted(host, port, list)).toBe(expected))
