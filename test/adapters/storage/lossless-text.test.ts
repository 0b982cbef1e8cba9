import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeJson, encodeJson, escapeText, unescapeText } from '../../../src/main/adapters/storage/lossless-text.ts'

/** Any sequence of UTF-16 units, rich in those that PostgreSQL cannot hold and in our own lead. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('\0', '\uD83D', '\uDE00', '\uFDD0', '\uFDD00000', '\\u0000', '\\ud83d', '\\', '"', '😀', 'שלום'),
    ),
  )
  .map((units) => units.join(''))

const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(anyText, tie('value'), { maxKeys: 4 }),
})).value

describe('text on its way into and out of the database', () => {
  it('comes back unit by unit, whatever it is, and nothing that PostgreSQL refuses goes in', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stored = escapeText(text)
        expect(unescapeText(stored)).toBe(text)
        expect(stored.includes('\0') || !stored.isWellFormed()).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('is left alone when PostgreSQL can hold it', () => {
    const text = 'a\\u0000 "b" 😀 שלום \u{10FFFF} \n\t\u0001'
    expect(escapeText(text)).toBe(text)
    expect(encodeJson({ text })).toBe(JSON.stringify({ text }))
  })

  it('has one escape of fixed length for each of the three', () => {
    expect(escapeText('\0|\uD83D|\uDE00|\uFDD0')).toBe('\uFDD00000|\uFDD0d83d|\uFDD0de00|\uFDD0fdd0')
  })
})

describe('structured data on its way into and out of the database', () => {
  it('comes back with the same bytes, key order included', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const stored = encodeJson(value)
        expect(JSON.stringify(decodeJson(stored))).toBe(JSON.stringify(value))
        expect(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/.test(stored)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})
