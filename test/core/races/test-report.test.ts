import { describe, expect, it } from 'vitest'

import { readTestReport } from '../../../src/main/core/races/test-report.ts'

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`

/** Ends of real outputs: name, output, [passed, failed, skipped]. */
const REPORTS: readonly (readonly [string, string, readonly [number, number, number]])[] = [
  [
    'vitest',
    lines(' Test Files  1 failed | 2 passed (3)', '      Tests  1 failed | 13 passed (14)', '   Start at  10:00:00'),
    [13, 1, 0],
  ],
  ['vitest, all passed', lines(' Test Files  3 passed (3)', '      Tests  14 passed (14)'), [14, 0, 0]],
  [
    'vitest, coloured',
    lines(
      '\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[31m1 failed\u001B[39m\u001B[22m\u001B[2m | \u001B[22m\u001B[32m2 passed\u001B[39m\u001B[90m (3)\u001B[39m',
    ),
    [2, 1, 0],
  ],
  [
    'jest',
    lines(
      'Test Suites: 1 failed, 1 passed, 2 total',
      'Tests:       1 failed, 2 skipped, 13 passed, 16 total',
      'Snapshots:   0 total',
    ),
    [13, 1, 2],
  ],
  ['mocha', lines('  12 passing (30ms)', '  1 pending', '  2 failing', '', '  1) adds'), [12, 2, 1]],
  [
    'node:test, spec',
    lines(
      '✔ adds (0.5ms)',
      'ℹ tests 4',
      'ℹ suites 0',
      'ℹ pass 2',
      'ℹ fail 1',
      'ℹ cancelled 0',
      'ℹ skipped 1',
      'ℹ todo 0',
    ),
    [2, 1, 1],
  ],
  [
    'node:test, TAP',
    lines(
      'TAP version 13',
      'ok 1 - a',
      'not ok 2 - b',
      '1..2',
      '# tests 2',
      '# suites 0',
      '# pass 1',
      '# fail 1',
      '# cancelled 0',
      '# skipped 0',
      '# todo 0',
    ),
    [1, 1, 0],
  ],
  [
    'pytest',
    lines(
      '=================== short test summary info ===================',
      'FAILED test_a.py::test_b',
      '========= 1 failed, 13 passed, 1 skipped, 2 errors in 0.12s =========',
    ),
    [13, 3, 1],
  ],
  ['pytest -q', lines('..F', '1 failed, 2 passed in 61.03s (0:01:01)'), [2, 1, 0]],
  ['unittest', lines('Ran 14 tests in 0.001s', '', 'FAILED (failures=2, errors=1, skipped=1)'), [10, 3, 1]],
  [
    'go -v',
    lines(
      '=== RUN   TestAdd',
      '--- PASS: TestAdd (0.00s)',
      '=== RUN   TestSub',
      '    --- FAIL: TestSub/one (0.00s)',
      '--- FAIL: TestSub (0.00s)',
      'FAIL',
      'exit status 1',
    ),
    [1, 1, 0],
  ],
  [
    'go -json',
    lines(
      '{"Time":"2026-01-01T00:00:00Z","Action":"pass","Package":"a","Test":"TestAdd","Elapsed":0}',
      '{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"a","Test":"TestSub/one","Elapsed":0}',
      '{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"a","Test":"TestSub","Elapsed":0}',
      '{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"a","Elapsed":0}',
    ),
    [1, 1, 0],
  ],
  [
    'cargo, several crates',
    lines(
      'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
      'test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out',
    ),
    [14, 3, 1],
  ],
  ['nextest', lines('     Summary [   0.012s] 14 tests run: 12 passed, 2 failed, 1 skipped'), [12, 2, 1]],
  ['RSpec', lines('14 examples, 2 failures, 1 pending'), [11, 2, 1]],
  ['PHPUnit', lines('Tests: 14, Assertions: 20, Errors: 1, Failures: 2, Skipped: 1.'), [10, 3, 1]],
  ['PHPUnit, all passed', lines('OK (14 tests, 20 assertions)'), [14, 0, 0]],
  ['Minitest', lines('14 runs, 20 assertions, 2 failures, 1 errors, 1 skips'), [10, 3, 1]],
  [
    'Maven',
    lines(
      '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in ATest',
      '[INFO] Results:',
      '[ERROR] Tests run: 14, Failures: 2, Errors: 0, Skipped: 1',
    ),
    [11, 2, 1],
  ],
  ['dotnet', lines('Failed!  - Failed:     1, Passed:    13, Skipped:     0, Total:    14, Duration: 1 s'), [13, 1, 0]],
  ['deno', lines('FAILED | 13 passed | 1 failed (10ms)'), [13, 1, 0]],
  ['bun', lines(' 13 pass', ' 1 fail', ' 20 expect() calls'), [13, 1, 0]],
  [
    'TAP',
    lines('1..4', 'ok 1 - a', 'not ok 2 - b', '  not ok 1 - part of it', 'ok 3 # SKIP later', 'not ok 4 # TODO later'),
    [1, 1, 2],
  ],
  ['TAP that ended early', lines('1..4', 'ok 1', 'Bail out! no disk'), [1, 3, 0]],
  [
    'JUnit',
    '<?xml version="1.0"?><testsuites tests="9"><testsuite name="a > b"><testcase name="x"/><testcase name="y"><failure message="no">no</failure></testcase><testcase name="z"><skipped/></testcase><testcase name="w"><system-out><![CDATA[<failure>]]></system-out></testcase><testcase name="e"><error/></testcase></testsuite></testsuites>',
    [2, 2, 1],
  ],
]

describe('readTestReport', () => {
  it.each(REPORTS)('reads the report of %s', (_name, output, [passed, failed, skipped]) => {
    expect(readTestReport(output, true)).toEqual({ passed, failed, skipped })
  })

  it.each(['', 'done\n', 'ok\n', 'Tests\n', 'All 14 checks passed\n', '--- FAIL: TestSub (0.00s)\nFAIL\n'])(
    'finds no counts in %j',
    (output) => expect(readTestReport(output, true)).toBeNull(),
  )

  it('counts no single lines of an output whose middle is missing', () => {
    expect(readTestReport('1..2\nok 1\n[…]\n', false)).toBeNull()
    expect(readTestReport('[…]\n  12 passing (30ms)\n', false)).toEqual({ passed: 12, failed: 0, skipped: 0 })
  })
})
