import { expect, test } from 'vitest'

import { describeResults } from '../../scripts/print-results.ts'
import { NO_TESTS } from '../../scripts/tally.ts'

const time = { elapsed: 83.44, processor: 120.06 }

test('the table says how long each step took, and what its processes used where the system says it', () => {
  const unknown = { elapsed: 1.25, processor: null }
  const text = describeResults([
    { step: 'unit tests', tally: NO_TESTS, time },
    { step: 'lint', tally: NO_TESTS, time: unknown },
  ])
  expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
    'Step            Time  Processor',
    'unit tests    83.4 s    120.1 s',
    'lint           1.3 s',
    '',
    '0 passed, 0 failed',
  ])
})

test('each problem is described with its step, file and the begin of its error; the last line has the sums', () => {
  const long = Array.from({ length: 30 }, (_, line) => `line ${line} ${'x'.repeat(1000)}`).join('\n')
  const broken = { name: 'group > broken', file: 'test/a.test.ts', error: long }
  const unsteady = { name: 'unsteady', file: 'test/b.test.ts', error: 'late' }
  const text = describeResults([
    { step: 'unit tests', tally: { passed: 3, failed: [], flaky: [unsteady] }, time },
    { step: 'browser tests', tally: { passed: 4, failed: [broken], flaky: [] }, time },
  ])
  const lines = text.split('\n')
  expect(lines.slice(4, 11)).toEqual([
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
