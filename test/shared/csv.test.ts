import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { csvLine } from '../../src/shared/csv.ts'

/** Reads as a spreadsheet does: quotes count at the beginning of a cell only, and a line break outside of them ends a row. */
function cellsOf(csv: string, separator: string): readonly string[] {
  const cells: string[] = []
  for (let at = 0; at < csv.length;) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; at < csv.length; at += 1) {
        if (csv[at] === '"' && csv[at + 1] !== '"') break
        if (csv[at] === '"') at += 1
        cell += csv[at] ?? ''
      }
      at += 1
    }
    for (; at < csv.length && csv[at] !== separator && csv[at] !== '\r' && csv[at] !== '\n'; at += 1) cell += csv[at]
    at += 1
    cells.push(cell)
  }
  return cells
}

const SEPARATORS = [',', ';', '\t']
const calculated = (csv: string): readonly string[] =>
  SEPARATORS.flatMap((separator) => cellsOf(csv, separator)).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))

describe('a text in CSV', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '＝1+1',
    '＠SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    'a;=1+1',
    'a;;+1+1',
    'a\t@SUM(A1)',
    'a\n=1+1',
    'a\r\n-1+1',
    '"\n=1+1',
    'a";"=1+1',
    ';=1+1',
  ])('is calculated in no cell of a spreadsheet, whatever separates its cells: %j', (text) => {
    expect([calculated(csvLine([text])), calculated(csvLine(['a', text, 'b']))]).toEqual([[], []])
  })

  it.each(['plain', '-5', '1e-7', 'a - b', 'x=1', 'a; b', 'mail@host'])('is otherwise as it was: %j', (text) => {
    expect(cellsOf(csvLine([text, 1]), ',')[0]).toBe(text)
  })

  it('of random characters is calculated in no cell', () => {
    const text = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\r', '\n', '"', ',', 'a', ' '),
    })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        // A row of the file begins with a name that we have written.
        expect(calculated(csvLine(['a', ...texts]))).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })
})
