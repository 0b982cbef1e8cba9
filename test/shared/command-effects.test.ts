import { expect, it } from 'vitest'

import { type CommandEffect, effectLines, shownEffects } from '../../src/shared/command-effects.ts'

const effect = (path: string, kind: CommandEffect['kind'], isFolder = false): CommandEffect => ({
  path: `/work/${path}`,
  kind,
  isFolder,
})

it('lists a new or deleted folder once, and everything else by itself', () => {
  const effects = [
    effect('a', 'new', true),
    effect('a/b', 'new', true),
    effect('a/b/c', 'new'),
    effect('ab', 'new'),
    effect('d', 'mode', true),
    effect('d/e', 'changed'),
    effect('f', 'deleted', true),
    effect('f/g', 'deleted'),
  ]
  expect(effectLines(shownEffects(effects, '/work'))).toEqual([
    'new         a/',
    'new         ab',
    'permissions d/',
    'changed     d/e',
    'deleted     f/',
    'and 3 more',
  ])
})

it('lists protected paths first, also in a new folder', () => {
  const hidden = { ...effect('a/.git/config', 'new'), protectedAs: 'a file of git' }
  const { listed, count } = shownEffects([effect('a', 'new', true), effect('a/x', 'new'), hidden], '/work')
  expect(listed.map(({ path }) => path)).toEqual(['a/.git/config', 'a'])
  expect(count).toBe(3)
})

it('lists at most 200, and counts all', () => {
  const effects = Array.from({ length: 1_000 }, (_, index) => effect(`${index}`, 'changed'))
  const shown = shownEffects(effects, '/work')
  expect([shown.listed.length, shown.count]).toEqual([200, 1_000])
  expect(effectLines(shown).at(-1)).toBe('and 800 more')
})
