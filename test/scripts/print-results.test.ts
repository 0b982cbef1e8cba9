import { expect, test } from 'vitest'

import { describeResults } from '../../scripts/print-results.ts'

test('each problem is described with its step, file and the begin of its error; the last line has the sums', () => {
  const long = Array.from({ length: 30 }, (_, line) => `line ${line} ${'x'.repeat(1000)}`).join('\n')
  const broken = { name: 'group > broken', file: 'test/a.test.ts', error: long }
  const unsteady = { name: 'unsteady', file: 'test/b.test.ts', error: 'late' }
  const text = describeResults([
    { step: 'unit tests', tally: { passed: 3, failed: [], flaky: [unsteady] } },
    { step: 'browser tests', tally: { passed: 4, failed: [broken], flaky: [] } },
  ])
  const lines = text.split('\n')
  expect(lines.slice(0, 7)).toEqual([
    'flaky, unit tests: unsteady',
    '  test/b.test.ts',
    '    late',
    '',
    'failed, browser tests: group > broken',
    '  test/a.test.ts',
    expect.stringMatching(/^ {4}line 0 x+$/),
  ])
  expect(lines.slice(-4)).toEqual([
    '    … 10 more lines',
    '',
    '1 flaky: passed only when retried',
    '7 passed, 1 failed',
  ])
  expect(text.length).toBeLessThan(6000)
})
