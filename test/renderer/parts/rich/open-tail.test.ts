import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { closeOpenTail } from '../../../../src/renderer/parts/rich/open-tail.ts'
import { drawnMarkdown, drawnText } from './drawn-markdown.ts'

describe('closeOpenTail', () => {
  it.each([
    ['a **b', 'a **b**'],
    ['a **b ', 'a **b** '],
    ['a **b*', 'a **b**'],
    ['a **b**', 'a **b**'],
    ['a **', 'a '],
    ['a *b **c', 'a *b **c***'],
    ['a `b', 'a `b`'],
    ['a ``b`', 'a ``b``'],
    ['a `', 'a '],
    ['a ~~b', 'a ~~b~~'],
    ['from 10~20 and ~3', 'from 10~20 and ~3'],
    ['see [the docs', 'see the docs'],
    ['see [the docs]', 'see the docs'],
    ['see [the docs](https://exa', 'see the docs'],
    ['see [the **docs', 'see the **docs**'],
    ['see [docs](https://a.b) and', 'see [docs](https://a.b) and'],
    ['a picture ![of it](https://a', 'a picture …'],
    ['a <su', 'a '],
    ['H<sub>2', 'H<sub>2</sub>'],
    ['a <https://exam', 'a '],
    ['if a < b', 'if a < b'],
    ['a $E=mc', 'a …'],
    ['a $$x', 'a …'],
    [String.raw`a \(x`, 'a …'],
    ['it costs $5', 'it costs $5'],
    ['it costs $5 or', 'it costs $5 or'],
    ['snake_case_name', 'snake_case_name'],
    ['2 * 3 is', '2 * 3 is'],
    ['- one **a**\n- two **b', '- one **a**\n- two **b**'],
    ['| a | b', ''],
    ['| a | b |\n|--', ''],
    ['| a | b |\n|--|--|', '| a | b |\n|--|--|'],
    ['| a | b |\n|---|---|\n| **c', '| a | b |\n|---|---|\n| **c**'],
    ['text\n--', 'text'],
    ['text\n- ', 'text'],
    ['- a\n- ', '- a'],
    ['``', ''],
    ['complete.', 'complete.'],
    ['\n[a]: b **c', '\n[a]: b **c**'],
  ])('%j becomes %j', (text, expected) => {
    expect(closeOpenTail(text)).toBe(expected)
  })

  it('shows no marker of a text at any place where it may be cut', () => {
    const piece = fc.constantFrom(
      '**bold**',
      '*soft*',
      '`code`',
      '[link](https://a.b)',
      '~~gone~~',
      'H<sub>2</sub>O',
      '$x^2$',
      'word',
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.nat(), (pieces, at) => {
        const text = pieces.join(' ')
        const shown = drawnText(
          closeOpenTail(text.slice(0, at % (text.length + 1))).replaceAll(/\$[^$]*\$/g, 'formula'),
        )
        expect(shown).not.toMatch(/[*`~[\]<>$]|https|sub/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('leaves complete text as it is', () => {
    const text = 'A **b** `c` [d](https://e.f) *g* ~~h~~ H<sub>2</sub>O $x$ end'
    expect(drawnMarkdown(closeOpenTail(text))).toBe(drawnMarkdown(text))
  })

  it('takes linear time', () => {
    for (const text of [
      '['.repeat(5_000),
      '**a '.repeat(1_200),
      '`a'.repeat(2_500),
      '<a'.repeat(2_500),
      '*'.repeat(5_000),
    ])
      expect(typeof closeOpenTail(text)).toBe('string')
  })
})
