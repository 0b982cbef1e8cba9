import { expect, it } from 'vitest'

import { textChanges } from '../../src/main/adapters/checkpoints/text-changes.ts'
import { addedLines, lineRanges } from '../../src/main/core/changes/blamed-lines.ts'

const added = (before: string, after: string) => [
  ...addedLines(textChanges.hunks(Buffer.from(before), Buffer.from(after)) ?? []),
]

it('finds the lines that the older text does not have', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `${index}\n`)
  expect(added(lines.join(''), lines.with(2, 'two\n').with(25, 'last\nand more\n').join(''))).toEqual([3, 26, 27])
  expect(added('', 'a\nb')).toEqual([1, 2])
  expect(added('a\nb', 'a\nb\n')).toEqual([2])
  expect(added('a\nb\n', 'b\n')).toEqual([])
})

it('joins neighbouring lines of one change', () => {
  const lines = new Map([
    [4, 'b'],
    [1, 'a'],
    [2, 'a'],
    [3, 'b'],
    [6, 'b'],
  ])
  expect(lineRanges(lines)).toEqual([
    { start: 1, end: 2, value: 'a' },
    { start: 3, end: 4, value: 'b' },
    { start: 6, end: 6, value: 'b' },
  ])
})
