import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { textChanges } from '../../../src/main/adapters/checkpoints/text-changes.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}\n`)

function withLine(lines: readonly string[], index: number, text: string): string {
  return lines.with(index, text).join('')
}

describe('hunks', () => {
  const lines = numbered(40)
  const before = bytes(lines.join(''))
  const after = bytes(withLine(lines.with(2, 'two\n'), 30, 'thirty\n'))

  it('separates changes that are far apart', () => {
    expect(textChanges.hunks(before, after)?.map(({ oldStart }) => oldStart)).toEqual([1, 28])
  })

  it('takes one hunk back and leaves the other', () => {
    const current = textChanges.withoutHunks({ before, after, current: after }, [0])
    expect(Buffer.from(current ?? []).toString()).toBe(withLine(lines, 30, 'thirty\n'))
  })

  it('takes the other back afterwards, too', () => {
    const first = textChanges.withoutHunks({ before, after, current: after }, [0]) ?? before
    expect(textChanges.withoutHunks({ before, after, current: first }, [1])).toEqual(before)
  })

  it('finds the lines where others were added above since', () => {
    const current = Buffer.concat([bytes('new\nnew\n'), after])
    const undone = textChanges.withoutHunks({ before, after, current }, [1])
    expect(Buffer.from(undone ?? []).toString()).toBe(`new\nnew\n${withLine(lines, 2, 'two\n')}`)
  })

  it('refuses if the lines have changed since', () => {
    const current = bytes(withLine(lines.with(2, 'other\n'), 30, 'thirty\n'))
    expect(textChanges.withoutHunks({ before, after, current }, [0])).toBeNull()
  })

  it('has none for binary content', () => {
    expect(textChanges.hunks(Buffer.from([0]), Buffer.from([1]))).toBeNull()
  })

  it('leaves exactly the hunks that are not taken back', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'a\r\n')
    const same = Array.from({ length: 7 }, (_, index) => `same ${index}\n`)
    const part = fc.tuple(fc.array(line, { maxLength: 3 }), fc.array(line, { maxLength: 3 }), fc.boolean())
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const textOf = (side: (each: (typeof parts)[number]) => readonly string[]): Buffer =>
          bytes(parts.map((each) => [...same, ...side(each)].join('')).join('') + same.join(''))
        const [before, after] = [textOf(([old]) => old), textOf(([, now]) => now)]
        // Each part that differs is one hunk, because seven equal lines are between two of them.
        const differing = parts.filter(([old, now]) => old.join('') !== now.join(''))
        const undone = [...differing.entries()].flatMap(([index, [, , isUndone]]) => (isUndone ? [index] : []))
        const current = textChanges.withoutHunks({ before, after, current: after }, undone)
        expect(Buffer.from(current ?? [0])).toEqual(textOf(([old, now, isUndone]) => (isUndone ? old : now)))
        expect(textChanges.hunks(before, current ?? before)).toHaveLength(differing.length - undone.length)
      }),
      { numRuns: 500 },
    )
  })

  it('takes all hunks back to the same bytes, whatever the line ends and the encoding', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', '\u00ff', '\r', ' '), maxLength: 3 })
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n'))).map((parts) => parts.flat().join(''))
    const ends = fc.tuple(text, fc.boolean()).map(([all, cut]) => (cut && all.endsWith('\n') ? all.slice(0, -1) : all))
    fc.assert(
      fc.property(ends, ends, (one, two) => {
        const [from, to] = [bytes(one), bytes(two)]
        const all = textChanges.hunks(from, to) ?? []
        const undone = textChanges.withoutHunks({ before: from, after: to, current: to }, [...all.keys()])
        expect(Buffer.from(undone ?? [0]).toString('latin1')).toBe(one)
      }),
      { numRuns: 500 },
    )
  })
})
