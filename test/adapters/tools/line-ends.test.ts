import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { applyEdit } from '../../../src/main/adapters/tools/apply-edit.ts'
import { decodeText, encodeText, withLineEndsFrom } from '../../../src/main/adapters/tools/text-form.ts'

const once = (text: string, oldString: string, newString: string) =>
  applyEdit(text, { oldString, newString, replaceAll: false })

describe('an edit', () => {
  it.each([
    ['adds a line to Windows lines', 'a\r\nb\r\n', 'b', 'b\nc', 'a\r\nb\r\nc\r\n'],
    ['adds a line before the first', 'a\r\nb', 'a', 'x\na', 'x\r\na\r\nb'],
    ['adds a line to the last, which has no end', 'a\r\nb', 'b', 'b\nc', 'a\r\nb\r\nc'],
    ['finds several Windows lines', 'a\r\nb\r\nc', 'a\nb', 'A\nB', 'A\r\nB\r\nc'],
    ['removes a line with its end', 'a\r\nb\r\nc\r\n', 'b\n', '', 'a\r\nc\r\n'],
    ['joins two lines', 'a\r\nb\r\nc', 'a\nb', 'a b', 'a b\r\nc'],
    ['leaves a region with \\n in a mixed file', 'a\r\nb\nc\r\n', 'b\nc', 'B\nx\nC', 'a\r\nB\nx\nC\r\n'],
    ['keeps each end of a mixed region', 'a\nb\r\nc\n', 'a\nb\nc', 'a\nB\nc', 'a\nB\r\nc\n'],
    ['keeps the ends around what is inserted', 'a\nb\r\nc', 'a\nb\nc', 'a\nx\nb\nc', 'a\nx\nb\r\nc'],
    ['knows lines that end with \\r alone', 'a\rb\rc', 'a\nb', 'A\nx\nB', 'A\rx\rB\rc'],
    ['takes Windows line ends for a file without them', 'a\nb\nc\n', 'a\r\nb', 'A\r\nB', 'A\nB\nc\n'],
    ['changes line ends that it names', 'a\r\nb\r\n', 'a\r\nb', 'a\nb', 'a\nb\r\n'],
    ['writes line ends that only the new text names', 'a\nb\n', 'b', 'b\r\nc', 'a\nb\r\nc\n'],
    ['begins with a line end', 'a\r\nb\r\nc', '\nb', '', 'a\r\nc'],
    ['leaves a carriage return inside a line', 'a\rb\nc\n', 'c', 'd', 'a\rb\nd\n'],
  ])('%s', (_what, text, oldString, newString, after) => {
    expect(once(text, oldString, newString)).toEqual({ ok: true, text: after, replacements: 1 })
  })

  it('counts places with different line ends as several', () => {
    expect(once('a\nb\n-\na\r\nb\r\n', 'a\nb', 'x')).toEqual({
      ok: false,
      message: expect.stringContaining('2 places (lines 1, 4)'),
    })
    expect(applyEdit('a\nb\n-\na\r\nb\r\n', { oldString: 'a\nb', newString: 'x\ny', replaceAll: true })).toEqual({
      ok: true,
      text: 'x\ny\n-\nx\r\ny\r\n',
      replacements: 2,
    })
  })

  it.each([
    [
      'a no-break space',
      'x\nthe\u00A0list\n',
      'the list',
      'Line 2 has U+00A0 ("\u00A0") where old_string has U+0020 (" ").',
    ],
    ['a curly quote', 'it\u2019s', "it's", 'Line 1 has U+2019 ("\u2019") where old_string has U+0027 ("\'").'],
    ['a dash', 'a\n\n1\u20132', '1-2', 'Line 3 has U+2013 ("\u2013") where old_string has U+002D ("-").'],
    ['a plain space', 'the list', 'the\u3000list', 'Line 1 has U+0020 (" ") where old_string has U+3000 ("\u3000").'],
    ['a curly quote after a Windows line end', 'a\r\n\u201Cb\u201D', 'a\n"b"', 'Line 2 has U+201C'],
  ])('names %s that only looks alike', (_what, text, oldString, words) => {
    expect(once(text, oldString, 'new')).toEqual({ ok: false, message: expect.stringContaining(words) })
  })

  it.each([
    ['x\ncafe\u0301 = 1\n', 'caf\u00E9 = 1', 2],
    ['caf\u00E9', 'cafe\u0301', 1],
    ['\uAC00\n', '\u1100\u1161', 1],
    ['a\r\nb\r\nn\u0303o', '\u00F1o', 3],
    ['\u212B', '\u00C5', 1],
  ])('says that %j has %j in another Unicode form', (text, oldString, line) => {
    expect(once(text, oldString, 'new')).toEqual({
      ok: false,
      message: expect.stringMatching(new RegExp(`Line ${line} has it .*another Unicode form`)),
    })
  })

  const end = fc.constantFrom('\n', '\r\n', '\r')
  const word = fc.string({ minLength: 1, maxLength: 4 }).filter((text) => !/[\r\n]/.test(text))
  const lines = fc.array(fc.tuple(word, end), { maxLength: 6 })
  const file = fc.tuple(lines, fc.array(fc.tuple(fc.nat(), end), { minLength: 1, maxLength: 4 }), lines)
  const joined = (rows: readonly (readonly [unknown, string])[]): string => rows.flat().join('')
  const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

  it('changes no byte outside of what it names, and adds no other kind of line end', () => {
    fc.assert(
      fc.property(file, fc.array(word, { maxLength: 5 }), ([before, region, after], words) => {
        // The region is made unique by a number that no other line has.
        const marked = region.map(([index, lineEnd]) => [`<region ${index}>`, lineEnd] as const)
        const text = joined(before) + joined(marked) + joined(after)
        const oldString = plain(joined(marked))
        if (plain(text).split(oldString).length !== 2) return
        const newString = words.map((one) => `${one}\n`).join('')
        const edited = once(text, oldString, newString)
        expect(edited).toMatchObject({ ok: true, replacements: 1 })
        if (!edited.ok) return
        const [head, tail] = [joined(before), joined(after)]
        expect(edited.text.startsWith(head)).toBe(true)
        expect(edited.text.endsWith(tail)).toBe(true)
        const inside = edited.text.slice(head.length, edited.text.length - tail.length)
        expect(plain(inside)).toBe(newString)
        const used = new Set(inside.match(/\r\n|\r|\n/g) ?? [])
        const there = new Set(joined(marked).match(/\r\n|\r|\n/g) ?? [])
        expect([...used].every((one) => there.has(one))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the form of a file', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((one) => !one.startsWith('\uFEFF') && !one.includes('\0'))

  it.each([
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', true],
    ['utf-16be', true],
  ] as const)('of %s, with a mark: %s, survives', (encoding, hasMark) => {
    fc.assert(
      fc.property(text, (content) => {
        const bytes = encodeText(content, { encoding, hasMark })
        const decoded = decodeText(bytes)
        expect(decoded).toEqual({ text: content, form: { encoding, hasMark }, isValid: true })
        expect(encodeText(content, { encoding, hasMark }).equals(bytes)).toBe(true)
      }),
    )
  })

  it('does not write a second mark', () => {
    expect(encodeText('\uFEFFa', { encoding: 'utf-8', hasMark: true })).toEqual(Buffer.from('\uFEFFa'))
  })

  it.each([
    ['a lone surrogate in UTF-16', [0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]],
    ['half a character of UTF-16', [0xff, 0xfe, 0x61]],
    ['Latin-1', [0x63, 0xe9]],
    ['a mark of UTF-8 before Latin-1', [0xef, 0xbb, 0xbf, 0xe9]],
  ])('of %s is not valid', (_what, bytes) => {
    expect(decodeText(Buffer.from(bytes))?.isValid).toBe(false)
  })

  it.each([
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['UTF-16 without a mark', Buffer.from('abcdef', 'utf16le')],
    ['binary data', Buffer.from([1, 0, 2, 3])],
  ])('of %s is not read as text', (_what, bytes) => {
    expect(decodeText(bytes)).toBeNull()
  })

  it.each([
    ['a\nb\n', 'x\r\ny\r\n', 'a\r\nb\r\n'],
    ['a\nb', 'x\ry\r', 'a\rb'],
    ['a\nb\n', 'x\r\ny\n', 'a\nb\n'],
    ['a\r\nb\n', 'x\r\n', 'a\r\nb\n'],
    ['a\nb\n', 'no line end', 'a\nb\n'],
    ['a\nb\n', '', 'a\nb\n'],
  ])('%j over %j is written as %j', (content, before, written) => {
    expect(withLineEndsFrom(content, before)).toBe(written)
  })
})
