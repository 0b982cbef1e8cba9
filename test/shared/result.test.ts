import { describe, expect, it } from 'vitest'

import { DONE, err, errorMessage, mapOk, ok, refuse, type Result } from '../../src/shared/result.ts'

describe('Result', () => {
  it('holds a value or an error', () => {
    expect(ok(3)).toEqual({ ok: true, value: 3 })
    expect(err('gone')).toEqual({ ok: false, error: 'gone' })
    expect(DONE).toEqual({ ok: true, value: null })
    expect(refuse('Not now.')).toEqual({
      ok: false,
      error: { category: 'REFUSED', message: 'Not now.', retryable: false },
    })
  })

  it('changes the value of a success only', () => {
    const double = (result: Result<number, string>) => mapOk(result, (value) => value * 2)
    expect(double(ok(3))).toEqual({ ok: true, value: 6 })
    const failure = err('gone')
    expect(double(failure)).toBe(failure)
  })

  it('takes the message of an error, and anything else as text', () => {
    expect([errorMessage(new TypeError('broken')), errorMessage('text'), errorMessage(null)]).toEqual([
      'broken',
      'text',
      'null',
    ])
  })
})
