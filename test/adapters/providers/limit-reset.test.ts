import { expect, it } from 'vitest'

import { retryAfterOf } from '../../../src/main/adapters/providers/limit-reset.ts'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND

const after = (headers: Readonly<Record<string, string>>, error?: unknown) =>
  retryAfterOf(new Headers(headers), error, NOW)

it.each<readonly [what: string, headers: Readonly<Record<string, string>>, ms: number | undefined]>([
  ['seconds', { 'retry-after': '12' }, 12 * SECOND],
  ['a date', { 'retry-after': 'Mon, 30 Nov 2026 12:01:00 GMT' }, MINUTE],
  ['a date that has passed', { 'retry-after': 'Mon, 30 Nov 2026 11:59:59 GMT' }, 0],
  ['ms before seconds', { 'retry-after-ms': '1500', 'retry-after': '60' }, 1_500],
  ['a date of Anthropic', { 'anthropic-ratelimit-tokens-reset': '2026-11-30T12:05:00Z' }, 5 * MINUTE],
  [
    'only limits that are used up',
    {
      'anthropic-ratelimit-requests-remaining': '40',
      'anthropic-ratelimit-requests-reset': '2026-11-30T13:00:00Z',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-11-30T12:00:30Z',
    },
    30 * SECOND,
  ],
  ['seconds since the epoch', { 'anthropic-ratelimit-unified-reset': String(NOW / 1000 + 3_600) }, 60 * MINUTE],
  ['a duration', { 'x-ratelimit-reset-requests': '6m0s' }, 6 * MINUTE],
  ['a longer one', { 'x-ratelimit-reset-tokens': '1h2m3.5s' }, 62 * MINUTE + 3_500],
  ['a short one', { 'x-ratelimit-reset-tokens': '20ms' }, 20],
  ['the last of several', { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6s' }, 6 * SECOND],
  ['ms since the epoch', { 'x-ratelimit-reset': String(NOW + 5_000) }, 5 * SECOND],
  ['the wish of the server before a reset', { 'retry-after': '3', 'x-ratelimit-reset-requests': '6m0s' }, 3 * SECOND],
  [
    'limits with something left',
    { 'x-ratelimit-remaining-tokens': '9', 'x-ratelimit-reset-tokens': '6m0s' },
    undefined,
  ],
  ['nothing', {}, undefined],
])('reads %s', (_, headers, ms) => {
  expect(after(headers)).toBe(ms)
})

it.each(['', 'soon', '-5', 'NaN', '1e99', 'Infinity', '99999999999999999999', '6m0', '5 minutes', '0x10', '٣'])(
  'waits for no nonsense: %j',
  (value) => {
    const names = ['retry-after', 'retry-after-ms', 'anthropic-ratelimit-tokens-reset', 'x-ratelimit-reset-requests']
    for (const name of names) {
      const headers = new Headers()
      try {
        headers.set(name, value)
      } catch {
        continue
      }
      expect([name, retryAfterOf(headers, undefined, NOW)]).toEqual([name, undefined])
    }
  },
)

it.each([
  [{ resetsAt: NOW / 1000 + 60, rateLimitType: 'five_hour' }, MINUTE],
  [{ details: { resets_at: '2026-11-30T12:02:00Z' } }, 2 * MINUTE],
  [{ resetsAt: 'later' }, undefined],
  [{ resetsAt: NOW * 1000 }, undefined],
  [null, undefined],
])('reads %j in the error', (error, ms) => {
  expect(after({}, error)).toBe(ms)
})
