import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { createAccess, isOwnHost, isOwnOrigin } from '../../../../src/main/hosts/web/access.ts'

const DAY = 24 * 60 * 60 * 1000
const SECRET = Buffer.alloc(32, 7)

function accessAt(now: number, { port = 1984, secret = SECRET } = {}) {
  return createAccess({ secret, port, now: () => now })
}

function requestWith(cookie: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.headers.cookie = cookie
  return request
}

const issued = 100 * DAY
const cookie = accessAt(issued).newCookie().split(';')[0] ?? ''

describe('a session', () => {
  it('lasts thirty days', () => {
    const knows = (now: number) => accessAt(now).hasSession(requestWith(cookie))

    expect([knows(issued), knows(issued + 30 * DAY - 1), knows(issued + 30 * DAY), knows(issued - 1)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is of one server: another secret or port does not know it', () => {
    const renamed = cookie.replace('1984', '1985')

    expect([
      accessAt(issued, { secret: Buffer.alloc(32, 8) }).hasSession(requestWith(cookie)),
      accessAt(issued, { port: 1985 }).hasSession(requestWith(renamed)),
    ]).toEqual([false, false])
  })

  it('is found among other cookies, also behind a forged one of the same name', () => {
    expect(accessAt(issued).hasSession(requestWith(`a=b; ikigai_session_1984=1.2.3; ${cookie}; c=d`))).toBe(true)
  })

  it.each([
    '',
    '=',
    'ikigai_session_1984',
    'ikigai_session_1984=',
    'ikigai_session_1984=..',
    'ikigai_session_1984=NaN.x.y',
  ])('is not %j', (forged) => {
    expect(accessAt(issued).hasSession(requestWith(forged))).toBe(false)
  })
})

describe('our own hosts', () => {
  it.each([
    ['127.0.0.1:1984', true],
    ['127.0.0.1', true],
    ['localhost:8080', true],
    ['LOCALHOST', true],
    ['[::1]:1984', true],
    ['192.168.1.7:1984', true],
    ['desk.example', true],
    ['desk.example:1984', true],
    ['evil.example', false],
    ['desk.example.evil.example', false],
    ['evil.example#desk.example', false],
    ['desk.example@evil.example', false],
    ['evil.example/desk.example', false],
    ['127.0.0.1.evil.example', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (host, own) => {
    expect(isOwnHost(host, 'desk.example')).toBe(own)
  })
})

describe('our own origin', () => {
  it.each([
    ['http://localhost:1984', 'localhost:1984', true],
    ['http://LOCALHOST:1984', 'localhost:1984', true],
    ['https://desk.example', 'desk.example', true],
    ['http://desk.example', 'desk.example:80', true],
    ['http://localhost:1985', 'localhost:1984', false],
    ['http://localhost', 'localhost:1984', false],
    ['http://127.0.0.1:1984', 'localhost:1984', false],
    ['null', 'localhost:1984', false],
    ['file://', 'localhost:1984', false],
    ['chrome-extension://localhost:1984', 'localhost:1984', false],
    [undefined, 'localhost:1984', false],
    ['http://localhost:1984', undefined, false],
  ])('%s at %s: %s', (origin, host, own) => {
    expect(isOwnOrigin(origin, host)).toBe(own)
  })
})
