import { expect, it } from 'vitest'

import { reachedTimeLimit } from '../../../src/main/core/races/test-time-limits.ts'

it.each<readonly [string, string, string]>([
  [
    'jest',
    '  ● a › b\n\n    thrown: "Exceeded timeout of 5000 ms for a test while waiting for `done()`.\n',
    'Exceeded timeout of',
  ],
  ['jest, a hook', '    Exceeded timeout of 5000 ms for a hook.\n', 'Exceeded timeout of 5000 ms for a hook'],
  [
    'older jest',
    '  : Timeout - Async callback was not invoked within the 5000 ms timeout specified\n',
    ': Timeout - Async',
  ],
  ['vitest', 'Error: Test timed out in 5000ms.\nIf this is a long-running test\n', 'Test timed out in 5000ms'],
  ['vitest, a hook', '\u001b[31mError: Hook timed out in 10000ms.\u001b[39m\n', 'Hook timed out'],
  [
    'mocha',
    '     Error: Timeout of 2000ms exceeded. For async tests, ensure "done()" is called\n',
    'Timeout of 2000ms',
  ],
  ['node:test', "  error: 'test timed out after 100ms'\n", 'test timed out after 100ms'],
  ['node:test, spec', "  'test timed out after 100ms'\n", 'test timed out after 100ms'],
  ['tape', 'not ok 3 test timed out after 500ms\n', 'test timed out after 500ms'],
  ['tap', 'not ok 1 - timeout!\n', 'timeout!'],
  ['AVA', '  ✗ Timed out while running tests\n', 'Timed out while running tests'],
  ['Bun', '  ^ this test timed out after 5000ms.\n', 'this test timed out'],
  ['Playwright', '    Test timeout of 30000ms exceeded.\n', 'Test timeout of 30000ms exceeded'],
  ['pytest-timeout', 'E   Failed: Timeout >1.0s\n', 'Timeout >1.0s'],
  ['pytest-timeout 2.4', 'E       Failed: Timeout (>1.0s) from pytest-timeout.\n', 'Timeout (>1.0s)'],
  ['go', 'panic: test timed out after 1s\nrunning tests:\n', 'test timed out after 1s'],
  ['cargo nextest', '     TIMEOUT [  60.007s] demo tests::slow\n', 'TIMEOUT [  60.007s]'],
  ['JUnit 5', 'java.util.concurrent.TimeoutException: slow() timed out after 1 second\n', 'slow() timed out'],
  [
    'JUnit 4',
    'org.junit.runners.model.TestTimedOutException: test timed out after 1000 milliseconds\n',
    'test timed out',
  ],
  ['PHPUnit', 'This test was aborted after 1 second\n', 'aborted after 1 second'],
  ['Ruby', '  Timeout::Error: execution expired\n', 'execution expired'],
])('finds that a test ran into the limit of its runner: %s', (_, output, said) => {
  expect(reachedTimeLimit({ output: `FAIL a\n${output}`, note: null })).toContain(said)
})

it('finds that the command ran into the limit of the race', () => {
  expect(reachedTimeLimit({ output: '', note: '[Timed out after 600 s]' })).toBe('Timed out after 600 s')
  expect(reachedTimeLimit({ output: '', note: '[Ended by SIGKILL]' })).toBeNull()
})

it.each([
  "AssertionError: expected 'Test timed out in 5000ms.' to be ''",
  '+ Error: Test timed out in 5000ms.',
  'ok 3 - reports that a test timed out after 100ms',
  'The timeout of 2000ms exceeded what was planned',
  'expect(received).toBe(expected)',
  '',
])('finds none in what a test says of time limits: %s', (output) => {
  expect(reachedTimeLimit({ output, note: null })).toBeNull()
})
