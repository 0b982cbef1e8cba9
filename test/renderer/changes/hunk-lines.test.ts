import { expect, it } from 'vitest'

import { boundsOf, changedRange, hunkLines, linesOfRange } from '../../../src/renderer/changes/hunk-lines.ts'

const HUNK = {
  oldStart: 10,
  oldLines: 4,
  newStart: 12,
  newLines: 4,
  lines: [' a', '-b', '-c', '+B', '+C\r', ' d', String.raw`\ No newline at end of file`],
}

it('numbers the lines of both sides', () => {
  expect(hunkLines(HUNK).map((line) => (line === null ? null : `${line.side} ${line.number} ${line.text}`))).toEqual([
    'new 12 a',
    'old 11 b',
    'old 12 c',
    'new 13 B',
    'new 14 C',
    'new 15 d',
    null,
  ])
})

it('chooses the lines that a change added, else those that it removed', () => {
  expect(changedRange(HUNK)).toEqual({ side: 'new', first: 13, last: 14 })
  const removed = { ...HUNK, lines: [' a', '-b', ' d'] }
  expect(changedRange(removed)).toEqual({ side: 'old', first: 11, last: 11 })
  expect(boundsOf(removed, 'old')).toEqual({ min: 11, max: 11 })
  expect(linesOfRange(HUNK, { side: 'old', first: 11, last: 12 })).toEqual(['b', 'c'])
})
