import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { shortenedText } from '../../src/shared/shorten-text.ts'
import { tokensOfText } from '../../src/shared/text-tokens.ts'

const NOTE =
  /\n\n\[… \d+ of \d+ characters \(about \d+ tokens\) are left out here, (?:in line \d+|lines \d+ to \d+)\. Look there\. …\]\n\n/

function parts(text: string, maxTokens: number): readonly string[] | null {
  const shown = shortenedText({ text, maxTokens, where: 'Look there.' })
  return shown === null ? null : shown.split(NOTE)
}

describe('a long text', () => {
  it.each([
    ['lines', 'a line of text\n'.repeat(5_000)],
    ['lines with CRLF', 'a line of text\r\n'.repeat(5_000)],
    ['one line', 'x'.repeat(100_000)],
    ['figures', Array.from({ length: 20_000 }, (_, index) => index).join('\n')],
    ['Chinese', '這是一個很長的文本。'.repeat(5_000)],
    ['Russian', 'длинный текст '.repeat(5_000)],
    ['pairs of surrogates', '😀'.repeat(20_000)],
    ['lone surrogates', '\ud83d'.repeat(20_000)],
    ['JSON', JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: `n${id}` })))],
    ['base64', 'TWFueSBoYW5kcw+/'.repeat(5_000)],
    ['empty lines', '\n'.repeat(100_000)],
    ['a short beginning and one long line', `title\n${'y'.repeat(100_000)}\nend`],
  ])('keeps its beginning and its end: %s', (_, text) => {
    const found = parts(text, 1_000)
    expect(found).toHaveLength(2)
    const [head = '', tail = ''] = found ?? []
    expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true])
    expect(tokensOfText(head) + tokensOfText(tail)).toBeLessThanOrEqual(1_000)
    expect(tokensOfText(head) + tokensOfText(tail)).toBeGreaterThan(700)
  })

  it('is whole as long as it fits, and the same each time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        (text, maxTokens) => {
          const shown = shortenedText({ text, maxTokens, where: '' })
          expect(shown === null).toBe(tokensOfText(text) <= maxTokens)
          expect(shortenedText({ text, maxTokens, where: '' })).toBe(shown)
          expect(shown === null || shown.isWellFormed() || !text.isWellFormed()).toBe(true)
        },
      ),
    )
  })

  it('says which lines are left out', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`).join('\n')
    const shown = shortenedText({ text, maxTokens: 100, where: '' }) ?? ''
    const [, first = '', last = ''] = /lines (\d+) to (\d+)/.exec(shown) ?? []
    expect(shown).toContain(`line ${Number(first) - 1}\n`)
    expect(shown).not.toContain(`line ${first}\n`)
    expect(shown).not.toContain(`line ${last}\n`)
    expect(shown).toContain(`line ${Number(last) + 1}\n`)
  })
})
