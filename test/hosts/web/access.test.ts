import { describe, expect, it } from 'vitest'

import { isOwnHost, isOwnOrigin } from '../../../src/main/hosts/own-names.ts'
import { createAccess } from '../../../src/main/hosts/web/access.ts'

const MINUTE = 60_000
const START = 1_000 * MINUTE

function clockedAccess(port = 1984, secret = Buffer.alloc(32, 7)) {
  const clock = { now: START }
  return { clock, access: createAccess({ secret, port, now: () => clock.now }) }
}

describe('a one-time token', () => {
  it('is taken once', () => {
    const { access } = clockedAccess()
    const token = access.newToken()

    expect([access.spendToken(token), access.spendToken(token)]).toEqual([true, false])
  })

  it.each([
    [0, true],
    [5 * MINUTE - 1, true],
    [5 * MINUTE, false],
    [-1, false],
  ])('after %i ms: %s', (age, taken) => {
    const { clock, access } = clockedAccess()
    clock.now += MINUTE
    const token = access.newToken()
    clock.now += age

    expect(access.spendToken(token)).toBe(taken)
  })

  it('may come from another process with the same secret, and from no other host', () => {
    const { access } = clockedAccess()

    expect([
      access.spendToken(clockedAccess().access.newToken()),
      access.spendToken(clockedAccess(1985).access.newToken()),
      access.spendToken(clockedAccess(1984, Buffer.alloc(32, 8)).access.newToken()),
    ]).toEqual([true, false, false])
  })

  it('from before the start is not taken: it may have been spent', () => {
    const { clock, access } = clockedAccess()
    clock.now -= 1

    const token = access.newToken()
    clock.now = START

    expect(access.spendToken(token)).toBe(false)
  })

  it.each(['', '.', '..', 'x', '1.2.3', `${START}.x.`, `NaN.x.y`])('is not %j', (forged) => {
    expect(clockedAccess().access.spendToken(forged)).toBe(false)
  })

  it('does not live longer by another time of issue', () => {
    const { access } = clockedAccess()

    expect(access.spendToken(access.newToken().replace(/^\d+/, String(START + 1)))).toBe(false)
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
    ['evil-localhost:1984', false],
    ['localhost.evil.example', false],
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
