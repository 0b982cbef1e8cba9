import { expect, it } from 'vitest'

import { knownFigures, NO_USAGE } from '../../src/shared/usage-report.ts'
import { usageCsv } from '../../src/shared/usage-csv.ts'
import { NO_TOTALS, reportedTokens } from '../../src/shared/usage-totals.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'

/** For programs, an unknown number of tokens is null, and never zero. */

const NULLS = { input: null, cached: null, cacheWrites: null, output: null, thinking: null }
const TOKENS = { input: 7, cached: 1, cacheWrites: 2, output: 3, thinking: 1 }

it.each([
  ['no response', {}, NO_USAGE],
  ['one, unreported', { responses: 1, unreported: 1 }, { ...NULLS, responses: 1, unreported: 1 }],
  ['three, all unreported', { responses: 3, unreported: 3 }, { ...NULLS, responses: 3 }],
  ['one of two unreported', { responses: 2, unreported: 1, ...TOKENS }, { ...TOKENS, unreported: 1 }],
  ['all reported', { responses: 2, ...TOKENS }, { ...TOKENS, responses: 2 }],
  ['all reported as zero', { responses: 1 }, { input: 0, output: 0 }],
])('figures of a report: %s', (_, given, expected) => {
  expect(knownFigures({ ...NO_USAGE, ...given })).toMatchObject(expected)
})

it.each([
  ['nothing used', NO_TOTALS, NO_TOKENS],
  ['a cost without tokens', { usage: NO_TOKENS, cost: { ...NO_TOTALS.cost, usd: 0.1 } }, null],
  ['responses without a price', { usage: NO_TOKENS, cost: { ...NO_TOTALS.cost, unpriced: 1 } }, null],
  [
    'tokens',
    { ...NO_TOTALS, usage: { ...NO_TOKENS, inputTokens: 2, totalTokens: 2 } },
    { ...NO_TOKENS, inputTokens: 2, totalTokens: 2 },
  ],
])('sums of an agent: %s', (_, totals, expected) => {
  expect(reportedTokens(totals)).toEqual(expected)
})

it('leaves unknown tokens empty in CSV', () => {
  const row = { ...NO_USAGE, key: 'local/m', label: 'local/m', responses: 1, unreported: 1 }
  const csv = usageCsv({ by: 'model', rows: [row], totals: row })
  expect(csv.split('\r\n')[1]).toMatch(/^local\/m,local\/m,1,1,,,,,,,/)
})
