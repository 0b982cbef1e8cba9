import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { ROOT } from '../../scripts/project.ts'
import { readScriptArguments } from '../../scripts/script-arguments.ts'

const USAGE = 'npm run pictures [-- FOLDER]'
const OPTIONS = { flags: ['readme'], values: ['out'], positionals: 2 }

describe('readScriptArguments', () => {
  test('returns flags, values and positional arguments', () => {
    expect(readScriptArguments(USAGE, OPTIONS, ['--readme', '--out=folder', 'one', 'two'])).toEqual({
      arguments: { flags: new Set(['readme']), values: new Map([['out', 'folder']]), positionals: ['one', 'two'] },
    })
  })

  test.each([['--help'], ['-h'], ['out', '--help'], ['--out=folder', '-h']])('answers %s with the usage', (...args) => {
    expect(readScriptArguments(USAGE, OPTIONS, args)).toEqual({ text: USAGE, exitCode: 0 })
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
    ['--out'],
    ['--out', '--help'],
    ['--out=--help'],
    ['--out=-'],
    ['one', 'two', 'three'],
  ])('refuses %s', (...args) => {
    expect(readScriptArguments(USAGE, OPTIONS, args)).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining(USAGE),
    })
  })

  test('refuses any argument of a script that takes none', () => {
    expect(readScriptArguments(USAGE, {}, ['folder'])).toMatchObject({ exitCode: 2 })
  })
})

test('every script that is run reads its arguments with scriptArguments, and no other way', () => {
  const files = readdirSync(join(ROOT, 'scripts')).map((name) => ({
    name,
    text: readFileSync(join(ROOT, 'scripts', name), 'utf8'),
  }))
  const programs = files.filter(({ text }) => !/^export /m.test(text) || text.includes('import.meta.main'))
  expect(programs.length).toBeGreaterThan(20)
  expect(programs.filter(({ text }) => !/^ *(?:.*= )?scriptArguments\(/m.test(text)).map(({ name }) => name)).toEqual(
    [],
  )
  const readers = files.filter(({ text }) => text.includes('process.argv')).map(({ name }) => name)
  expect(readers).toEqual(['script-arguments.ts'])
})
