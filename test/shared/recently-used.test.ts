import { expect, it } from 'vitest'

import { RecentlyUsed } from '../../src/shared/recently-used.ts'

function kept(entries: RecentlyUsed<string, number>): string {
  return ['a', 'b', 'c', 'd'].filter((key) => entries.has(key)).join('')
}

it('lets go of what was not used for longest', () => {
  const entries = new RecentlyUsed<string, number>(2)
  entries.set('a', 1)
  entries.set('b', 2)
  expect(entries.get('a')).toBe(1)
  entries.set('c', 3)
  expect(kept(entries)).toBe('ac')
  entries.set('a', 4)
  entries.set('d', 5)
  expect([kept(entries), entries.get('a'), entries.get('c')]).toEqual(['ad', 4, undefined])
})

it('forgets what is taken out, and everything', () => {
  const entries = new RecentlyUsed<string, number>(2)
  entries.set('a', 1)
  entries.set('b', 2)
  entries.delete('a')
  expect(kept(entries)).toBe('b')
  entries.clear()
  expect(kept(entries)).toBe('')
})
