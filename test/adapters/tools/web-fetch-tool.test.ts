import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'

import { fetchPage } from '../../../src/main/adapters/tools/fetch-page.ts'
import { isPublicAddress, vettedLookup } from '../../../src/main/adapters/tools/public-address.ts'
import { webFetchTool } from '../../../src/main/adapters/tools/web-fetch-tool.ts'
import { makeToolFolder, prepare, runTool } from './tool-folder.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, port }
}

const everywhere = { isPermitted: () => true, signal: new AbortController().signal }

async function fetchText(url: string, isPermitted?: (address: string) => boolean) {
  const space = await makeToolFolder()
  try {
    return await runTool(webFetchTool(space.context, isPermitted), { url })
  } finally {
    await space.remove()
  }
}

describe('addresses that are not public', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '::7f00:1',
    '::127.0.0.1',
    '::a9fe:a9fe',
    '0:0:0:0:0:0:a00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    'fec0::1',
    'fd00:ec2::254',
    '2001::7f00:1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    'not an address',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each([
    '1.1.1.1',
    '93.184.215.14',
    '168.63.129.17',
    '2a00:1450:4001::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '::ffff:1.1.1.1',
  ])('%s is', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost:8080/',
  ])('are refused however they are written: %s', async (url) => {
    const outcome = await fetchText(url)
    expect(outcome.isError).toBe(true)
    expect(outcome.content).toMatch(/is on this machine or in a private network; only public addresses are reached\.$/)
  })

  it('are refused when a name leads to them, whatever else it leads to', async () => {
    const answers = [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ]
    const lookup = vettedLookup(isPublicAddress, (_name, _options, done) => done(null, answers))
    const error = await new Promise((resolve) => lookup('rebound.example', { all: true }, (failed) => resolve(failed)))
    expect(String(error)).toContain('rebound.example is on this machine or in a private network')
  })

  it('are refused after a redirect', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    )
    expect((await fetchText(url, () => true)).content).toBe(
      `${url} redirects to http://169.254.169.254/latest/meta-data. Fetch that address if it is the one you want.`,
    )
  })
})

describe('web_fetch', () => {
  it('gives the words of a page without its markup', async () => {
    const { url } = await serve((_request, response) =>
      response
        .setHeader('content-type', 'text/html; charset=iso-8859-1')
        .end(
          Buffer.from(
            '<html><head><title>t</title><script>bad()</script></head><body><h1>Caf\xe9</h1><p>Read <a href="https://example.com/">this</a>.</p></body></html>',
            'latin1',
          ),
        ),
    )
    expect(await fetchText(url, () => true)).toEqual({
      content: 'Café\n\nRead this [https://example.com/].',
      isError: false,
    })
  })

  it('follows a redirect on the same host, but not for ever', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/end') response.setHeader('content-type', 'text/plain').end('here')
      else response.writeHead(302, { location: request.url === '/loop' ? '/loop' : '/end' }).end()
    })
    expect([await fetchText(url, () => true), await fetchText(`${url}loop`, () => true)]).toEqual([
      { content: `[from ${url}end]\nhere`, isError: false },
      { content: `${url}loop redirects more than 5 times.`, isError: true },
    ])
  })

  it('gives the page of an error with its status', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here'),
    )
    expect(await fetchText(url, () => true)).toEqual({ content: '[HTTP status 404]\nnothing here', isError: true })
  })

  it('stops at a size that counts after decompression', async () => {
    const { url } = await serve((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000, 'a'))),
    )
    const page = await fetchPage(new URL(url), { ...everywhere, maxBytes: 1_000 })
    expect(page.ok && [page.body.length, page.isCut]).toEqual([1_000, true])
  })

  it('does not wait for ever', async () => {
    const { url } = await serve(() => {})
    expect(await fetchPage(new URL(url), { ...everywhere, timeoutMs: 50 })).toEqual({
      ok: false,
      message: `${url} did not answer in time.`,
    })
  })

  it('says that a page is not text', async () => {
    const { url } = await serve((_request, response) =>
      response.setHeader('content-type', 'image/png').end(Buffer.from([137, 80])),
    )
    expect(await fetchText(url, () => true)).toEqual({
      content: 'The page is not text (image/png, 2 bytes).',
      isError: true,
    })
  })

  it.each([
    ['example.com', "'example.com' is not an address. Give all of it, as https://example.com/page."],
    ['file:///etc/passwd', 'file: is not possible: only http: and https:.'],
    ['https://me:secret@example.com/', 'An address with a user name or a password is not fetched.'],
  ])('refuses %s', async (url, message) => {
    const space = await makeToolFolder()
    expect(await prepare(webFetchTool(space.context), { url })).toEqual({ ok: false, message })
    await space.remove()
  })
})
