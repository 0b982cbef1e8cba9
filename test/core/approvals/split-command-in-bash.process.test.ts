import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { splitCommand } from '../../../src/main/core/approvals/split-command.ts'
import { readInBash } from '../../support/words-in-bash.ts'

/** A failing run prints its seed; `SPLIT_RUNS=100000 SPLIT_SEED=…` is the long soak. */
const lines = Number(process.env['SPLIT_RUNS'] ?? 1_000)
const seed = Number(process.env['SPLIT_SEED'] ?? Math.trunc(Math.random() * 1e9))

/** Spaces of Unicode, and controls that some programs take for white space. A shell knows blank, tab and line end. */
const ODD_SPACES = '\u00a0 \u1680 \u2003 \u200b \u2028 \u2029 \u202f \u205f \u3000 \ufeff \u0085 \v \f \r'.split(' ')

const piece = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('a', 'b', 'ab', '-a', '--b=a', '*.a', 'ä', '=', '@', ',') },
  { weight: 8, arbitrary: fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\n') },
  { weight: 4, arbitrary: fc.constantFrom('|', '||', '&&', ';', ' | ', ' && ', ' ; ') },
  { weight: 4, arbitrary: fc.constantFrom("'a b'", '"a b"', "'a;b'", '"a|b"', "''", '"', "'", "'$(a)'") },
  {
    weight: 4,
    arbitrary: fc.constantFrom(' 2>&1', ' >/dev/null', ' 2> /dev/null', '&>/dev/null ', '>\t/dev/null', '1>'),
  },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_SPACES) },
  { weight: 2, arbitrary: fc.constantFrom('\\', '\\;', '\\ ', '\\a', '\\\n', 'a=b ', 'a[0]=b ', 'a+=b ', 'a[b') },
  { weight: 1, arbitrary: fc.constantFrom(' if ', 'then ', ' fi', '! ', 'time ', '{ ', ' }', '[[ ', ' ]]', ' do ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('&', '>', '<', '$a', '$(a)', '`b`', '(a)', '#', ' #a', '{a,b}', '|&', ';;', '!'),
  },
)
const line = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(''))

describe('splitCommand', () => {
  it(`reads ${lines} lines as bash does, or does not read them (seed ${seed})`, { timeout: 1_800_000 }, async () => {
    const split = fc.sample(line, { numRuns: lines, seed }).flatMap((text) => {
      const commands = splitCommand(text)
      return commands === null ? [] : [{ text, commands }]
    })
    expect(split.length).toBeGreaterThan(lines / 10)
    const { readings, filesMade } = await readInBash(split.map(({ text }) => text))
    expect(filesMade).toEqual([])
    for (const [index, { text, commands }] of split.entries()) {
      const words = commands.map((command) => command.words).filter(({ length }) => length > 0)
      const known = new Set(words.map((each) => JSON.stringify(each).replaceAll('/dev/null', 'null')))
      const { commands: inBash = new Set<string>(), isValid = false } = readings[index] ?? {}
      // Of a line that bash refuses it may have run the beginning; what follows an assignment and `||` is never run.
      const isAllRun = isValid && !(text.includes('||') && /[=>]/.test(text))
      const expected = isAllRun ? known : [...known].filter((each) => inBash.has(each))
      expect({ text, words: [...inBash].toSorted() }).toEqual({ text, words: [...expected].toSorted() })
    }
  })

  it('gives a line of 100,000 characters back at once, whatever it holds', () => {
    const long = ['a '.repeat(50_000), "'".repeat(99_999), '"a" '.repeat(25_000), 'a;'.repeat(50_000)]
    expect(long.map((text) => splitCommand(text)?.length ?? null)).toEqual([1, null, 1, 50_000])
  })
})
