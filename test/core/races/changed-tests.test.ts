import { expect, it } from 'vitest'

import { changedTests } from '../../../src/main/core/races/attempt-tests.ts'

it.each([
  ['node --test ./figures.mjs', ['figures.mjs', 'src/a.ts'], ['figures.mjs']],
  ['bash checks/all/', ['checks/all/a.sh', 'checks/other.sh'], ['checks/all/a.sh']],
  [
    'npm test',
    ['src/a.test.ts', 'src/a.ts', 'test/b.ts', 'pkg/a_test.go', 'AddTest.java', 'tests/test_a.py', 'latest.ts'],
    ['src/a.test.ts', 'test/b.ts', 'pkg/a_test.go', 'AddTest.java', 'tests/test_a.py'],
  ],
  ['make . && ../check', ['src/a.ts'], []],
])('of the command %s', (command, paths, expected) => {
  expect(changedTests(command, paths)).toEqual(expected)
})
