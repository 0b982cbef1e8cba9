import { beforeEach, expect, it } from 'vitest'

import { PreviewAccess } from '../../../src/main/adapters/tools/port-preview/preview-access.ts'

const MINUTE_MS = 60_000
const WINDOW = { shownIn: 'http://127.0.0.1:1984' }

let now: number
let access: PreviewAccess
beforeEach(() => {
  now = 1_000
  access = new PreviewAccess(() => now)
})

const cookieOf = (value: string | null): string => `ikigai-preview=${value}`

it('gives access once for a token, for what it was made for', () => {
  const [first, second] = [access.newToken(WINDOW), access.newToken({ shownIn: null })]
  const [one, two] = [access.redeem(first), access.redeem(second)]
  expect(access.grantOf(cookieOf(one))).toEqual(WINDOW)
  expect(access.grantOf(`theme=dark; ${cookieOf(two)}`)).toEqual({ shownIn: null })
  expect([access.redeem(first), access.redeem(second)]).toEqual([null, null])
  expect(access.grantOf(cookieOf(one))).toEqual(WINDOW)
})

it('gives none for a token that is a minute old, nor for what it did not make', () => {
  const token = access.newToken(WINDOW)
  const other = new PreviewAccess(() => now)
  now += MINUTE_MS
  expect([access.redeem(token), access.redeem(''), access.redeem(other.newToken(WINDOW))]).toEqual([null, null, null])
  const cookie = other.redeem(other.newToken(WINDOW))
  for (const header of [undefined, '', 'ikigai-preview', cookieOf(null), cookieOf(cookie), cookieOf(token)])
    expect(access.grantOf(header)).toBeNull()
})

it('forgets the oldest of very many', () => {
  const cookies = Array.from({ length: 65 }, () => access.redeem(access.newToken(WINDOW)))
  const tokens = Array.from({ length: 65 }, () => access.newToken(WINDOW))
  expect(cookies.map((cookie) => access.grantOf(cookieOf(cookie)) !== null).indexOf(true)).toBe(1)
  expect(access.redeem(tokens[0] ?? '')).toBeNull()
  expect(access.redeem(tokens[1] ?? '')).not.toBeNull()
})
