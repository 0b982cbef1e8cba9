import { describe, expect, it } from 'vitest'

import { visibleText } from '../../src/shared/visible-text.ts'

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const form = (code: number) => `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`

describe('visibleText', () => {
  it.each([
    ['C0 controls', codes(0, 0x1f).filter((code) => code !== 0x09 && code !== 0x0a)],
    ['DEL and C1 controls', codes(0x7f, 0x9f)],
    ['bidirectional controls', [0x061c, 0x200e, 0x200f, ...codes(0x202a, 0x202e), ...codes(0x2066, 0x2069)]],
    ['zero-width characters', [0x00ad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x180e]],
    ['fillers that draw nothing', [0x115f, 0x1160, 0x3164, 0xffa0]],
    ['line ends of Unicode', [0x2028, 0x2029]],
    ['tags and variation selectors', [...codes(0xe0000, 0xe007f), 0xfe00, 0xfe0f, 0xe0100, 0xe01ef]],
    ['annotation marks', [0xfff9, 0xfffa, 0xfffb]],
    ['halves of surrogate pairs', [0xd800, 0xdbff, 0xdc00, 0xdfff]],
  ])('writes %s as code points', (_, all) => {
    for (const code of all) {
      expect(visibleText(`a${String.fromCodePoint(code)}b`)).toBe(`a${form(code)}b`)
    }
  })

  it('leaves nothing of an escape sequence that a terminal would obey', () => {
    expect(visibleText('\u001b[2J\u009b31m\u001b]8;;http://a\u0007x\r')).toBe(
      '⟨U+001B⟩[2J⟨U+009B⟩31m⟨U+001B⟩]8;;http://a⟨U+0007⟩x⟨U+000D⟩',
    )
  })

  it.each([
    ['line ends and tabs', 'one\n\ttwo\r\nthree'],
    ['emoji with joiners, selectors, tones and tags', '👨‍👩‍👧 ❤️ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ☎︎'],
    ['joiners inside words of scripts that need them', 'می‌خواهم क्‍ष'],
    ['right-to-left letters', 'שלום مرحبا'],
    ['combining marks, private use and spaces', 'e\u0301 \u{f8ff} a\u00a0b\u3000c'],
  ])('leaves %s as they are', (_, text) => {
    expect(visibleText(text)).toBe(text)
  })

  it('shows spaces that only look like one where a user decides', () => {
    expect(visibleText('git status >\u00a0/dev/null\u2003x\u3000y z', 'shown')).toBe(
      'git status >⟨U+00A0⟩/dev/null⟨U+2003⟩x⟨U+3000⟩y z',
    )
  })

  it('takes the same text twice: what it wrote stays', () => {
    const once = visibleText('a\u202eb')
    expect(visibleText(once, 'shown')).toBe(once)
  })
})
