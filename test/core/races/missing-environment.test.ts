import { expect, it } from 'vitest'

import type { TestCounts } from '../../../src/shared/race.ts'
import { missingEnvironment } from '../../../src/main/core/races/missing-environment.ts'

const tests = (passed: number, failed: number): TestCounts => ({ passed, failed, skipped: 0 })

it.each([
  ['bash: line 1: vitest: command not found', 127, 'command not found: vitest'],
  ['\n> demo@1.0.0 test\n> jest\n\nsh: 1: jest: not found\n', 127, 'command not found: jest'],
  ['bash: line 1: ./gradlew: No such file or directory', 127, 'command not found: ./gradlew'],
  ['bash: line 1: ./run-tests.sh: Permission denied', 126, 'bash: line 1: ./run-tests.sh: Permission denied'],
  ['/usr/bin/env: ‘ruby3’: No such file or directory\n', 127, 'ruby3'],
  ['', 127, 'exit code 127: the command could not be run'],
  [
    "node:internal/modules/esm/resolve:1\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'dep' imported from /w/test.mjs\n",
    1,
    'package not found: dep',
  ],
  ["Error: Cannot find module 'express'\nRequire stack:\n- /w/index.js\n", 1, 'module not found: express'],
  ["Error: Cannot find module '@scope/tool/register'\n", 1, 'module not found: @scope/tool/register'],
  ['error: Cannot find package "left-pad" from "/w/a.ts"\n', 1, 'package not found: left-pad'],
  [
    "Error: Cannot find module '/w/no.test.mjs'\n    at f (node:internal)\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n",
    1,
    'no such file: /w/no.test.mjs',
  ],
  ['npm error Missing script: "test"\n', 1, 'Missing script: "test"'],
  ['npm ERR! code ENOENT\nnpm ERR! syscall open\n', 254, 'no package.json'],
  ['/usr/bin/python3: No module named pytest\n', 1, 'no Python module pytest'],
  ["E   ModuleNotFoundError: No module named 'requests'\n", 2, 'no Python module requests'],
  ['error: Failed to spawn: `pytest`\n  Caused by: No such file or directory\n', 2, 'could not start pytest'],
  [
    'a_test.go:4:2: no required module provides package github.com/x/y; to add it:\n\tgo get github.com/x/y\n',
    1,
    'github.com/x/y',
  ],
  ['go: cannot find main module, but found .git/config in /w\n', 1, 'cannot find main module'],
  ['error: failed to get `serde` as a dependency of package `a v0.1.0`\n', 101, 'failed to get `serde`'],
  [
    '[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project a:a:jar:1\n',
    1,
    'Could not resolve dependencies',
  ],
  [
    "A problem occurred.\n> Could not resolve all files for configuration ':testRuntimeClasspath'.\n",
    1,
    'Could not resolve all',
  ],
  [
    "PHP Fatal error:  Uncaught Error: Failed opening required '/w/vendor/autoload.php' (include_path='.')\n",
    255,
    'vendor/autoload.php',
  ],
  ['Could not find rake-13.0 in locally installed gems\n', 7, 'Could not find rake-13.0'],
  ['app: error while loading shared libraries: libpq.so.5: cannot open shared object file\n', 1, 'libpq.so.5'],
  ['bash: no-such.sh: No such file or directory\n', 1, 'no such file: no-such.sh'],
  ["python3: can't open file '/w/no.py': [Errno 2] No such file or directory\n", 2, 'no such file: /w/no.py'],
  ["make: *** No rule to make target 'check'.  Stop.\n", 2, 'No rule to make target'],
] as const)('what a test command lacks is named: %j', (output, exitCode, expected) => {
  expect(missingEnvironment({ output, exitCode, counts: null })).toContain(expected)
  // A test that passed shows that the environment is there, whatever else is printed.
  expect(missingEnvironment({ output, exitCode, counts: tests(1, 1) })).toBeNull()
  expect(missingEnvironment({ output, exitCode: 0, counts: null })).toBeNull()
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
  ['a failed exit alone', '', 1],
  ['a compiler error', 'error[E0308]: mismatched types\n --> src/lib.rs:2:5\n', 101],
  ['a missing export', "SyntaxError: The requested module './a.js' does not provide an export named 'half'\n", 1],
  ['a Python failure', 'FAILED test_a.py::test_half - assert 1 == 2\n', 1],
  ['a Go failure', '--- FAIL: TestHalf (0.00s)\n    a_test.go:5: got 1\nFAIL\n', 1],
  ['a time limit', 'waiting…\n', null],
  [
    'a program that says in a test that a file is not there',
    "Error: ENOENT: no such file or directory, open 'data.json'\n",
    1,
  ],
  ['a signal', 'Segmentation fault\n', null],
] as const)('%s is a result of the test', (_name, output, exitCode) => {
  expect(missingEnvironment({ output, exitCode, counts: null })).toBeNull()
})
