import { describe, expect, it } from 'vitest'

import { changedParts, type DiffRow, splitRows, unifiedRows } from '../../../src/renderer/changes/diff-rows.ts'
import type { ChangeHunk } from '../../../src/shared/file-changes.ts'

function hunk(lines: readonly string[]): ChangeHunk {
  const count = (signs: string) => lines.filter((line) => signs.includes(line[0] ?? '')).length
  return { oldStart: 7, oldLines: count(' -'), newStart: 9, newLines: count(' +'), lines }
}

const side = (line: DiffRow['left']): string => (line === null ? '·' : `${line.number}${line.text}`)
const shown = (rows: readonly DiffRow[]): readonly string[] =>
  rows.map(({ left, right, note }) => note ?? `${side(left)}|${side(right)}`)

describe('rows of a difference', () => {
  it('puts removed lines beside the added ones that replace them', () => {
    const rows = splitRows(hunk([' a', '-late = 1', '-early = 2', '+// why', '+late = 10', '+early = 20', ' b']))
    expect(shown(rows)).toEqual(['7a|9a', '·|10// why', '8late = 1|11late = 10', '9early = 2|12early = 20', '10b|13b'])
  })

  it('pairs lines that have nothing in common as they come', () => {
    expect(shown(splitRows(hunk(['-abc', '-def', '+xyz'])))).toEqual(['7abc|9xyz', '8def|·'])
  })

  it('keeps all lines of both sides in their order, whatever changed', () => {
    const words = ['let a = 1', 'let a = 2', 'return a', '}', '']
    for (let seed = 0; seed < 300; seed += 1) {
      const signs = ['-', '+', ' ']
      const lines = Array.from({ length: 1 + (seed % 9) }, (_, at) => {
        const value = Math.imul(seed + 1, 2_654_435_761 + at * 40_503) >>> 7
        return `${signs[value % 3] ?? ' '}${words[(value >>> 3) % words.length] ?? ''}`
      })
      const of = (sign: string) =>
        lines.filter((line) => line[0] === sign || line[0] === ' ').map((line) => line.slice(1))
      for (const rows of [splitRows(hunk(lines)), unifiedRows(hunk(lines))]) {
        expect(rows.flatMap(({ left }) => left?.text ?? [])).toEqual(of('-'))
        expect(rows.flatMap(({ right }) => right?.text ?? [])).toEqual(of('+'))
      }
    }
  })

  it('shows in one column removed lines before added ones, and the note about a missing line end', () => {
    const rows = unifiedRows(hunk(['-a', '+b', '\\ No newline at end of file']))
    expect(shown(rows)).toEqual(['7a|·', '·|9b', 'No newline at end of file'])
  })

  it.each([
    ['  if (late > 5 * 60) return', '  if (late > 5) return', ' * 60', ''],
    ['const ROWS = 12', 'const ROWS = 14', '12', '14'],
    ['call(a)', 'call(a, b)', '', ', b'],
  ])('marks the words that changed: %s', (before, after, left, right) => {
    const parts = changedParts(before, after)
    const text = (whole: string, part: { start: number; end: number } | undefined) =>
      whole.slice(part?.start, part?.end)
    expect([text(before, parts?.[0]), text(after, parts?.[1])]).toEqual([left, right])
  })

  it('marks nothing in lines that are equal or have little in common', () => {
    expect(changedParts('a b', 'a b')).toBeNull()
    expect(changedParts('return all.filter(x)', 'const minute = serviceMinutes(now)')).toBeNull()
  })
})
