import { expect, it } from 'vitest'

import { aboutDollars, atLeastDollars, costText, dollars } from '../../src/shared/money.ts'

it.each([
  [0, '$0.00'],
  [0.000_01, '< $0.0001'],
  [0.000_12, '$0.0001'],
  [0.0042, '$0.0042'],
  [0.009_99, '$0.0100'],
  [0.01, '$0.01'],
  [0.125, '$0.13'],
  [48.2, '$48.20'],
  [1_234.5, '$1,234.50'],
])('formats %d dollars as %s', (usd, text) => {
  expect(dollars(usd)).toBe(text)
})

it.each([
  [{ usd: 0.12, unpriced: 0, partial: 0 }, '$0.12'],
  [{ usd: 0.12, unpriced: 1, partial: 0 }, '≥ $0.12'],
  [{ usd: 0.12, unpriced: 0, partial: 1 }, '≥ $0.12'],
  [{ usd: 0.000_01, unpriced: 0, partial: 0 }, '< $0.0001'],
  [{ usd: 0.000_01, unpriced: 1, partial: 0 }, '> $0.00'],
  [{ usd: 0.000_049, unpriced: 0, partial: 1 }, '> $0.00'],
  [{ usd: 0.000_05, unpriced: 1, partial: 0 }, '≥ $0.0001'],
  [{ usd: Number.MIN_VALUE, unpriced: 9, partial: 9 }, '> $0.00'],
  [{ usd: 0, unpriced: 3, partial: 0 }, '—'],
  [{ usd: 0, unpriced: 0, partial: 1 }, '—'],
  [{ usd: 0, unpriced: 0, partial: 0 }, 'free'],
])('formats the cost %o as %s', (cost, text) => {
  expect(costText(cost)).toBe(text)
})

it('puts no two signs before an amount', () => {
  for (const exponent of Array.from({ length: 12 }, (_, index) => index - 9)) {
    const usd = 3 * 10 ** exponent
    const texts = [dollars(usd), atLeastDollars(usd), aboutDollars(usd), costText({ usd, unpriced: 1, partial: 0 })]
    expect(texts.filter((text) => !/^(?:[≥≈<>] )?\$[\d.,]+$/.test(text))).toEqual([])
  }
})
