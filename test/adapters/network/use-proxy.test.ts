import { once } from 'node:events'
import { createServer } from 'node:http'

import { afterEach, expect, it } from 'vitest'

import { useProxy } from '../../../src/main/adapters/network/use-proxy.ts'

afterEach(() => {
  useProxy(null)
})

it('reads an address without a scheme as an HTTP proxy, with its user and password', async () => {
  const asked: unknown[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push({ url, authorization: headers['proxy-authorization'] })
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  expect(useProxy(`ada:secret@127.0.0.1:${port}`)).toBeNull()
  await expect(fetch('https://somewhere.invalid/page')).rejects.toThrow('fetch failed')
  const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`
  expect(asked).toEqual([{ url: 'somewhere.invalid:443', authorization }])
  proxy.closeAllConnections()
  proxy.close()
})

it('says of a proxy that cannot be used what to write instead, without its password', () => {
  expect(useProxy('socks5://ada:secret@proxy:1080')).toEqual({
    category: 'REFUSED',
    message:
      'The proxy socks5://ada@proxy:1080 cannot be used. HTTPS_PROXY, ALL_PROXY or "proxy" in config.json must be the ' +
      'address of an HTTP proxy: http://host:port or host:port. Correct it, or unset it to connect directly.',
    retryable: false,
  })
})

it('refuses a proxy under a Node whose requests would bypass it, and none without one', () => {
  expect(useProxy('http://ada:secret@proxy:3128', '', null)).toMatchObject({
    category: 'REFUSED',
    message: expect.stringMatching(/^The proxy http:\/\/ada@proxy:3128 cannot be used under Node .* needs Node 24\.14/),
  })
  expect(useProxy(null, '', null)).toBeNull()
})
