import { expect, it } from 'vitest'

import { baseName, pathBelow } from '../../src/shared/path-below.ts'

it.each([
  ['/work/shop', '/work/shop/src/a.ts', 'src/a.ts'],
  ['/data/worktrees/7', '/data/worktrees/7/a.ts', 'a.ts'],
  ['C:\\shop', 'C:\\shop\\src\\a.ts', 'src\\a.ts'],
  ['/work/shop', '/work/shop', null],
  ['/work/shop', '/work/shop/', null],
  ['/work/shop', '/work/shop-2/a.ts', null],
  ['/work/shop', '/work/shop/../keys', null],
  ['/work/shop', '/work/shop/src/../../keys', null],
  ['/work/shop', '/etc/passwd', null],
  ['', '/etc/passwd', null],
])('finds in %s the path %s: %s', (folder, path, below) => {
  expect(pathBelow(folder, path)).toBe(below)
})

it.each([
  ['/work/shop/', 'shop'],
  ['C:\\Users\\ada', 'ada'],
  ['/', '/'],
])('names %s as %s', (path, name) => {
  expect(baseName(path)).toBe(name)
})
