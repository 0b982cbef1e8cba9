import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { COMPILED } from '../../bin/compile-cache.mjs'

const MODULE = pathToFileURL(join(import.meta.dirname, '../../bin/compile-cache.mjs')).href
/** Long enough for Node to keep what it compiles. */
const CODE = 'export const names = [1, 2, 3].map((each) => `name ${each}`)\n'.padEnd(4_000, '// and more\n')

let folder = ''
let entry = ''
let data = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ikigai-compiled-'))
  entry = join(folder, 'entry.mjs')
  data = join(folder, 'data')
  writeFileSync(entry, CODE)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a program as `bin/ikigai.mjs` starts a build, and returns the folder in which Node keeps what it compiles. */
function start(): string {
  const program = `const { useCompileCache } = await import(${JSON.stringify(MODULE)})
const module = await import('node:module')
useCompileCache(${JSON.stringify(entry)})
await import(${JSON.stringify(pathToFileURL(entry).href)})
console.log(module.getCompileCacheDir() ?? '')`
  const env = { PATH: process.env['PATH'], HOME: folder, IKIGAI_DATA_DIR: data }
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }).trim()
}

const kept = (): readonly string[] => readdirSync(join(data, COMPILED), { recursive: true, encoding: 'utf8' })

test('what was compiled is kept in the data directory, where only this user writes', () => {
  mkdirSync(data)
  const first = start()
  expect(first.startsWith(join(data, COMPILED))).toBe(true)
  expect(start()).toBe(first)
  expect(kept().length).toBeGreaterThan(2)
  expect(statSync(join(data, COMPILED)).mode & 0o777).toBe(0o700)
})

test('a start without a data directory makes none', () => {
  expect(start()).toBe('')
  expect(existsSync(data)).toBe(false)
})

test('another build has a folder of its own, and what the one before left is removed', () => {
  mkdirSync(data)
  const before = start()
  writeFileSync(entry, `${CODE}// changed\n`)
  const after = start()
  expect(after).not.toBe(before)
  expect(existsSync(before)).toBe(false)
  expect(readdirSync(join(data, COMPILED))).toHaveLength(1)
})

test.each([
  ['the folder of all builds', (): string => join(data, COMPILED)],
  ['that of the build', (): string => join(data, COMPILED, readdirSync(join(data, COMPILED))[0] ?? '')],
])('%s is not used if others may write there: they could run code as this user', (_, place) => {
  mkdirSync(data)
  start()
  chmodSync(place(), 0o777)
  expect(start()).toBe('')
})

test('what came with a data directory from elsewhere is removed, and never read', () => {
  mkdirSync(data)
  start()
  const received = join(folder, 'received')
  cpSync(data, received, { recursive: true, preserveTimestamps: true })
  const names = readdirSync(join(received, COMPILED))
  data = received
  const used = start()
  expect(names.filter((name) => used.includes(name))).toEqual([])
  expect(readdirSync(join(data, COMPILED)).filter((name) => names.includes(name))).toEqual([])
})

test('a link in place of the folder is not followed: nothing is read there, and nothing removed', () => {
  mkdirSync(data)
  start()
  const elsewhere = join(folder, 'elsewhere')
  renameSync(join(data, COMPILED), elsewhere)
  writeFileSync(join(elsewhere, 'letter.txt'), 'Dear Ada')
  symlinkSync(elsewhere, join(data, COMPILED))
  writeFileSync(entry, `${CODE}// changed\n`)
  expect(start()).toBe('')
  expect(readdirSync(elsewhere)).toContain('letter.txt')
})

test('a data directory that cannot be used does not prevent the start', () => {
  writeFileSync(data, 'a file')
  expect(start()).toBe('')
})
