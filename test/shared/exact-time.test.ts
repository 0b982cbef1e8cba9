import { describe, expect, it } from 'vitest'

import { exactTime, timeOfMicroseconds } from '../../src/shared/exact-time.ts'

describe('exactTime', () => {
  it.each([
    ['2026-11-27 12:00:00+00', '2026-11-27T12:00:00.000Z'],
    ['2026-11-27 12:00:00.25+00', '2026-11-27T12:00:00.250Z'],
    ['2026-11-27 12:00:00.000001+00', '2026-11-27T12:00:00.000001Z'],
    ['2026-11-27 12:00:00.123456+00', '2026-11-27T12:00:00.123456Z'],
    ['2026-11-27T12:00:00.123456+00:00', '2026-11-27T12:00:00.123456Z'],
    ['2026-11-27T12:00:00.1234Z', '2026-11-27T12:00:00.123400Z'],
    ['2026-11-27T12:00:00.999999999Z', '2026-11-27T12:00:00.999999Z'],
    ['2026-11-27T17:30:00.000500+05:30', '2026-11-27T12:00:00.000500Z'],
    ['1969-12-31 23:59:59.999999+00', '1969-12-31T23:59:59.999999Z'],
    ['0001-01-01 00:00:00.000007+00', '0001-01-01T00:00:00.000007Z'],
    ['9999-12-31 23:59:59.999999+00', '9999-12-31T23:59:59.999999Z'],
  ])('reads %s', (written, expected) => {
    expect(exactTime(written)).toBe(expected)
    expect(exactTime(expected)).toBe(expected)
    expect(Date.parse(expected)).toBe(Math.floor(Date.parse(expected)))
  })

  it('throws for what is no time', () => {
    expect(() => exactTime('infinity')).toThrow(RangeError)
    expect(() => timeOfMicroseconds(NaN)).toThrow(RangeError)
  })
})

it.each([0, 1, -1, 999, 1_000, -1_000, -1_001, 1_764_300_000_123_456, 8_640_000_000_000_001])(
  'writes %d microseconds',
  (micros) => {
    const whole = Math.trunc(micros)
    const written = timeOfMicroseconds(whole)
    const digits = Number(`${written.slice(20, -1)}000000`.slice(0, 6))
    expect(Date.parse(`${written.slice(0, 19)}Z`) * 1_000 + digits).toBe(whole)
  },
)
