import { execFileSync } from 'node:child_process'

import { describe, expect, test } from 'vitest'

import { ROOT } from '../../scripts/project.ts'
import { readScriptArguments } from '../../scripts/script-arguments.ts'

const USAGE = 'npm run pictures [-- FOLDER]'

describe('readScriptArguments', () => {
  test('returns flags and positional arguments', () => {
    expect(readScriptArguments(USAGE, ['readme'], ['--readme', 'out', 'panes'])).toEqual({
      arguments: { flags: new Set(['readme']), positionals: ['out', 'panes'] },
    })
  })

  test.each([['--help'], ['-h'], ['out', '--help']])('answers %s with the usage', (...args) => {
    expect(readScriptArguments(USAGE, [], args)).toEqual({ text: USAGE, exitCode: 0 })
  })

  test.each([
    ['--hlep'],
    ['--readme=yes'],
    ['-x'],
    ['--', '--help'],
    ['--', '-out'],
    ['out', '--', '--readme'],
    ['--', '-'],
    ['-'],
  ])('refuses %s', (...args) => {
    expect(readScriptArguments(USAGE, ['readme'], args)).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining(USAGE),
    })
  })
})

test('no tracked file or folder begins with a dash', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  expect(tracked.filter((path) => /(?:^|\/)-/.test(path))).toEqual([])
})
