import { describe, expect, it } from 'vitest'

import type { TestCounts } from '../../../src/shared/test-run.ts'
import { missingEnvironment, wasEndedFromOutside } from '../../../src/main/core/races/missing-environment.ts'
import { FAILED_ENVIRONMENTS } from './failed-environments.ts'

const tests = (passed: number, failed: number): TestCounts => ({ passed, failed, skipped: 0 })
const cases = Object.entries(FAILED_ENVIRONMENTS).flatMap(([of, forms]) =>
  forms.map(([output, exitCode, expected]) => ({ of, output, exitCode, expected })),
)

describe('a failure of the environment', () => {
  it('has as many forms as the table shall hold', () => expect(cases.length).toBeGreaterThanOrEqual(70))

  it.each(cases)('of $of is named: $output', ({ output, exitCode, expected }) => {
    expect(missingEnvironment({ output, exitCode, counts: null })).toContain(expected)
    const inColour = output.replaceAll(/^/gm, '\u001B[31m').replaceAll('\n', '\u001B[0m\r\n')
    expect(missingEnvironment({ output: inColour, exitCode, counts: null })).toContain(expected)
    // A test that passed shows that the environment is there, whatever else is printed.
    expect(missingEnvironment({ output, exitCode, counts: tests(1, 1) })).toBeNull()
    expect(missingEnvironment({ output, exitCode: 0, counts: null })).toBeNull()
  })

  it.each([
    ['[Timed out after 600 s: the command and everything it started was ended.]', 'not ended within 600 s'],
    ['[Ended: it used more than 8 GB of memory.]', 'it used more than 8 GB of memory'],
    ['[ended by SIGKILL]', 'ended by SIGKILL'],
  ])('is an end from outside: %s', (note, expected) => {
    expect(missingEnvironment({ output: 'waiting…\n', exitCode: null, note, counts: null })).toContain(expected)
    expect(missingEnvironment({ output: 'waiting…\n', exitCode: null, note, counts: tests(2, 0) })).toBeNull()
    expect(wasEndedFromOutside({ exit_code: null })).toBe(true)
  })
})

/** How runners show an assertion about a text. */
const QUOTED: Readonly<Record<string, (text: string) => string>> = {
  'node:assert': (text) =>
    `AssertionError [ERR_ASSERTION]: Expected values to be equal:\n+ actual\n\n+ '${text}'\n- ''\n`,
  'TAP of node:test': (text) =>
    `not ok 1 - says it\n  ---\n  error: |-\n    Expected values:\n    '${text}'\n  code: 'ERR_ASSERTION'\n  ...\n`,
  vitest: (text) =>
    `FAIL a.test.ts > says it\nAssertionError: expected '${text}' to be ''\n- Expected\n+ Received\n- \n+ ${text}\n`,
  jest: (text) => `    expect(received).toBe(expected)\n\n    Expected: ""\n    Received: "${text}"\n${text}\n`,
  pytest: (text) => `    def test_it():\n>       assert said() == ''\nE       assert '${text}' == ''\n${text}\n`,
  unittest: (text) => `FAIL: test_it\nTraceback (most recent call last):\nAssertionError: '${text}' != ''\n`,
  'go test': (text) =>
    `--- FAIL: TestIt (0.00s)\n    it_test.go:5: got "${text.replaceAll('\n', '\\n')}", want ""\nFAIL\n`,
  'cargo test': (text) =>
    `thread 'says_it' panicked at src/lib.rs:9:5:\nassertion \`left == right\` failed\n  left: "${text}"\n right: ""\n`,
  JUnit: (text) => `org.opentest4j.AssertionFailedError: expected: <> but was: <${text}>\n`,
  RSpec: (text) => `     Failure/Error: expect(said).to eq("")\n       expected: ""\n            got: "${text}"\n`,
  Minitest: (text) => `  1) Failure:\nTestIt#test_it [it_test.rb:4]:\n--- expected\n+++ actual\n-""\n+"${text}"\n`,
  PHPUnit: (text) => `1) ItTest::testIt\nFailed asserting that two strings are identical.\n-''\n+'${text}'\n`,
}

describe.each(Object.entries(QUOTED))('a failed assertion of %s about such a text', (_runner, quote) => {
  it('is a result of the test', () => {
    const wrong = cases.filter(({ output }) => {
      const text = quote(output.trim())
      return missingEnvironment({ output: text, exitCode: 1, counts: tests(0, 1) }) !== null
    })
    expect(wrong).toEqual([])
  })
})

it.each([
  ['a failed assertion', 'AssertionError: expected 1 to equal 2\n', 1],
  ['a file of the project that is yet to be written', "Error: Cannot find module './half.js'\n", 1],
  [
    'the same with an absolute path',
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/half.js' imported from /w/a.mjs\n",
    1,
  ],
  ['the same in another form', "Error: Cannot find module '../lib/half'\n", 1],
  ['the same of TypeScript', "a.ts(1,22): error TS2307: Cannot find module './half' or its type declarations.\n", 2],
  ['the same of vite', 'Error: Failed to load url ./half.ts (resolved id: ./half.ts). Does the file exist?\n', 1],
  ['the same of Ruby', "a_test.rb:1:in `require_relative': cannot load such file -- /w/half (LoadError)\n", 1],
  ['a failed exit alone', '', 1],
  ['a compiler error', 'error[E0308]: mismatched types\n --> src/lib.rs:2:5\n', 101],
  ['a compiler error of Go', './a.go:4:2: undefined: half\nFAIL\tdemo [build failed]\n', 1],
  ['a missing export', "SyntaxError: The requested module './a.js' does not provide an export named 'half'\n", 1],
  ['a Python failure', 'FAILED test_a.py::test_half - assert 1 == 2\n', 1],
  ['a name that Python does not find', "ImportError: cannot import name 'half' from 'demo'\n", 1],
  ['a Go failure', '--- FAIL: TestHalf (0.00s)\n    a_test.go:5: got 1\nFAIL\n', 1],
  ['a line about ports', 'FAIL: says "address already in use" in its help\n', 1],
  ['a line about commands', 'the help should say: command not found\n', 1],
  ['a line of a linter', 'a.js:3:1 error Do not write \'npm error Missing script: "test"\'\n', 1],
  ['a time limit without a note', 'waiting…\n', null],
  [
    'a program that says in a test that a file is not there',
    "Error: ENOENT: no such file or directory, open 'data.json'\n",
    1,
  ],
  ['a signal', 'Segmentation fault\n', null],
] as const)('%s is a result of the test', (_name, output, exitCode) => {
  expect(missingEnvironment({ output, exitCode, counts: null })).toBeNull()
})
