import { expect, it } from 'vitest'

import { formatCount, formatDuration, formatShortCount } from '../../../src/renderer/parts/format-figures.ts'
import { coloredLines } from '../../../src/renderer/parts/highlight-tokens.ts'
import { webAddress } from '../../../src/renderer/parts/safe-link.tsx'

it('writes counts in full and short', () => {
  expect(formatCount(16_204)).toBe('16,204')
  expect([0, 980, 3_140, 9_990, 12_400, 999_499, 999_500, 1_400_000].map(formatShortCount)).toEqual([
    '0',
    '980',
    '3.1k',
    '10k',
    '12k',
    '999k',
    '1M',
    '1.4M',
  ])
})

it('writes durations in the unit that fits', () => {
  expect([420, 3_140, 125_000].map(formatDuration)).toEqual(['420 ms', '3.1 s', '2 min 5 s'])
})

it('keeps the colours of lines that are still the same, and shows new ones plain', () => {
  const known = [
    [
      { text: 'const', kind: 'keyword' },
      { text: ' a', kind: null },
    ],
    [{ text: 'le', kind: null }],
  ]
  expect(coloredLines('const a\nlet b', known)).toEqual([known[0], [{ text: 'let b', kind: null }]])
})

it('follows links to the web only', () => {
  expect(
    [
      'https://example.com/a',
      'http://example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '/relative',
      undefined,
    ].map((href) => webAddress(href)?.href ?? null),
  ).toEqual(['https://example.com/a', 'http://example.com/', null, null, null, null])
})
