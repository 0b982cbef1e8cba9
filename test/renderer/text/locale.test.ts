import { expect, it } from 'vitest'

import { inEnglishNotation } from '../../../src/renderer/text/locale.ts'
import { byteWords } from '../../../src/shared/attachment.ts'
import { costText, dollars, parseDollars } from '../../../src/shared/money.ts'

const GERMAN = { locale: 'de-DE', free: 'kostenlos' }

it.each([
  ['3', '3'],
  ['2,50', '2.50'],
  ['2,50 $', '2.50'],
  ['1.500', '1500'],
  ['1.500,25', '1500.25'],
  ['12.345.678', '12345678'],
  ['200.000', '200000'],
  ['1,5M', '1.5M'],
  // Three digits after another point do not divide thousands.
  ['2.50', '2.50'],
  ['0.125', '0.125'],
])('reads the German %s as %s', (typed, notation) => {
  expect(inEnglishNotation(typed, 'de')).toBe(notation)
})

it('leaves English numbers as they are', () => {
  expect(inEnglishNotation('$1,500.25', 'en')).toBe('$1,500.25')
})

it.each([0.01, 2.5, 1_234.5])('reads %d dollars as German writes them', (usd) => {
  expect(parseDollars(inEnglishNotation(dollars(usd, GERMAN), 'de'))).toBe(usd)
})

it('writes German amounts and sizes', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(dollars(1_234.5, GERMAN))).toBe('1.234,50 $')
  expect(plain(dollars(0.000_01, GERMAN))).toBe('< 0,0001 $')
  expect(plain(costText({ usd: 0.12, unpriced: 1, partial: 0 }, GERMAN))).toBe('≥ 0,12 $')
  expect(costText({ usd: 0, unpriced: 0, partial: 0 }, GERMAN)).toBe('kostenlos')
  expect([900, 64_000, 2_140_000].map((bytes) => plain(byteWords(bytes, 'de-DE')))).toEqual([
    '900 Byte',
    '64 kB',
    '2,1 MB',
  ])
})
