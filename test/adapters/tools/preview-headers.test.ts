import { expect, it } from 'vitest'

import { downstreamHeaders, upstreamHeaders } from '../../../src/main/adapters/tools/port-preview/preview-headers.ts'

const HOST = 'port-0.localhost:40001'
const PLACE = { host: HOST, port: 5173 }

const sent = (...raw: readonly string[]) => upstreamHeaders(raw, PLACE).slice(1)
const got = (...raw: readonly string[]) => downstreamHeaders(raw, PLACE, { shownIn: null }).slice(0, -7)
const policyFor = (shownIn: string | null) =>
  new Map(downstreamHeaders([], PLACE, { shownIn })).get('content-security-policy')?.split('; ')

it.each([
  [['Host', HOST], []],
  [['Cookie', 'ikigai-preview=secret'], []],
  [['Cookie', 'a=1; ikigai-preview=secret; b=2=3'], [['Cookie', 'a=1; b=2=3']]],
  [['Origin', `http://${HOST}`], [['Origin', 'http://localhost:5173']]],
  [['Origin', 'null'], [['Origin', 'null']]],
  [['Referer', `http://${HOST}/a?b`], [['Referer', 'http://localhost:5173/a?b']]],
  [['Referer', `http://${HOST}.evil.example/`], []],
  [['Connection', 'keep-alive, X-Own', 'X-Own', '1', 'Keep-Alive', 'timeout=5'], []],
  [['Transfer-Encoding', 'chunked', 'TE', 'trailers', 'Expect', '100-continue', 'Upgrade', 'h2c'], []],
  [
    ['Accept', 'text/html', 'accept', '*/*'],
    [
      ['Accept', 'text/html'],
      ['accept', '*/*'],
    ],
  ],
] as const)('asks the server with %j as %j', (raw, headers) => {
  expect(sent(...raw)).toEqual(headers)
})

const KEPT = 'SameSite=None; Secure; Partitioned'

it.each([
  [['Location', 'http://localhost:5173/new?a#b'], [['Location', '/new?a#b']]],
  [['Location', 'https://127.0.0.1:5173'], [['Location', '/']]],
  [['Location', 'http://localhost:5174/'], [['Location', 'http://localhost:5174/']]],
  [['Location', 'http://localhost.evil.example:5173/'], [['Location', 'http://localhost.evil.example:5173/']]],
  [['Location', 'next'], [['Location', 'next']]],
  [
    ['Set-Cookie', 'a=1; Domain=localhost; Path=/; SameSite=Lax; HttpOnly'],
    [['Set-Cookie', `a=1; Path=/; HttpOnly; ${KEPT}`]],
  ],
  [
    ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2;secure'],
    [
      ['Set-Cookie', `a=1; ${KEPT}`],
      ['Set-Cookie', `b=2; ${KEPT}`],
    ],
  ],
  [['Set-Cookie', 'ikigai-preview=stolen; Path=/'], []],
  [['Access-Control-Allow-Origin', '*', 'X-Frame-Options', 'DENY', 'Clear-Site-Data', '"*"'], []],
  [
    ['Content-Security-Policy', "img-src 'self'; report-uri https://evil.example/"],
    [['Content-Security-Policy', "img-src 'self'"]],
  ],
  [
    [
      'Content-Security-Policy-Report-Only',
      'report-uri /',
      'Report-To',
      '{}',
      'NEL',
      '{}',
      'Reporting-Endpoints',
      'a="b"',
    ],
    [],
  ],
  [
    ['Cross-Origin-Resource-Policy', 'cross-origin', 'Referrer-Policy', 'unsafe-url', 'Permissions-Policy', 'usb=*'],
    [],
  ],
  [['Connection', 'close', 'Transfer-Encoding', 'chunked', 'Content-Encoding', 'br'], [['Content-Encoding', 'br']]],
] as const)('gives the browser %j as %j', (raw, headers) => {
  expect(got(...raw)).toEqual(headers)
})

it('keeps a page to its own host, and lets only the window show it in a frame', () => {
  const policy = policyFor('app://ikigai')
  expect(policy).toContain("frame-ancestors 'self' app://ikigai")
  expect(policyFor(null)).toContain("frame-ancestors 'none'")
  const sources = policy?.find((directive) => directive.startsWith('default-src'))?.split(' ') ?? []
  expect(sources.filter((source) => !/^'|^(data|blob):$/.test(source)).slice(1)).toEqual([
    `http://${HOST}`,
    `ws://${HOST}`,
  ])
})
