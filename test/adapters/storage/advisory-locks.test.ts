import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

import * as locks from '../../../src/main/adapters/storage/advisory-locks.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const LIST = 'src/main/adapters/storage/advisory-locks.ts'
const numbers = Object.entries(locks).filter(([name]) => !name.endsWith('_SEED'))
const seeds = Object.entries(locks).filter(([name]) => name.endsWith('_SEED'))

/** The sources, but for the list itself. */
const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => path !== LIST)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Returns the numbers of this text that are written like one of the list: with or without `_`, in any base. */
function written(text: string): readonly number[] {
  const found = text.match(/\b(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*)\b/gi) ?? []
  return found.map((digits) => Number(digits.replaceAll('_', '')))
}

/** Returns what stands in the calls of advisory locks: the first argument, in which a template may stand. */
function lockArguments(text: string): readonly string[] {
  const calls = text.matchAll(
    /pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock(?:_shared)?(?:\$\{kind\})?\(((?:\$\{[^}]*\}|[^()]|\([^()]*\))*)\)/g,
  )
  const passedOn = text.matchAll(/lockWithin\(client, (\w+),/g)
  return [...[...calls].map(([, argument = '']) => argument), ...[...passedOn].map(([, name = '']) => `\${${name}}`)]
}

describe('the numbers of advisory locks', () => {
  it('are unique, and so are the seeds of those of one agent', () => {
    for (const list of [numbers, seeds]) {
      const values = list.map(([, value]) => value)
      expect(new Set(values).size).toBe(values.length)
    }
    expect(numbers.length).toBeGreaterThan(8)
  })

  it('are written in their list only', () => {
    const listed = new Set<number>(numbers.map(([, value]) => value))
    const elsewhere = sources.flatMap(({ path, text }) =>
      written(text).flatMap((number) => (listed.has(number) ? [`${path}: ${number}`] : [])),
    )
    expect(elsewhere).toEqual([])
  })

  it('are taken by the names of the list', () => {
    const names = new Set(Object.keys(locks))
    const calls = sources.flatMap(({ path, text }) => lockArguments(text).map((argument) => ({ path, argument })))
    const unnamed = calls.filter(({ argument }) => {
      const used = [...argument.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
      // `key` is computed in the statement itself from a seed of the list; `lockWithin` gets its lock as an argument.
      return argument !== 'key' && argument !== '${lock}' && !used.some((name) => names.has(name))
    })
    expect(unnamed).toEqual([])
    expect(calls.length).toBeGreaterThan(12)
  })

  it('are those that functions of the database use', () => {
    const listed = new Map<number, string>(numbers.map(([name, value]) => [value, name]))
    const migrations = globSync('drizzle/*.sql', { cwd: ROOT }).map((path) => ({
      path,
      found: lockArguments(readFileSync(join(ROOT, path), 'utf8')),
    }))
    const unknown = migrations.flatMap(({ path, found }) =>
      found
        .filter((argument) => /^\d+$/.test(argument) && !listed.has(Number(argument)))
        .map((argument) => `${basename(path)}: ${argument}`),
    )
    expect(unknown).toEqual([])
  })

  it.each([
    ['454427', 454_427],
    ['454_427', 454_427],
    ['0x6ef1b', 454_427],
    ['4_5_4_4_2_7', 454_427],
    ['0o1567433', 454_427],
    ['(454426)', 454_426],
    ['[454425, 1]', 454_425],
    ['454424::int', 454_424],
    ['-454428', 454_428],
    ['lock(454429);', 454_429],
  ])('are found in a source as %s', (text, number) => {
    expect(written(text)).toContain(number)
  })
})
