import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const FOLDERS = new Set(globSync('*/', { cwd: join(ROOT, 'test') }).map((name) => name.replace(/\/$/, '')))

/** What stands between backticks and is the path of a test, such as `engine/stopping` or `test/engine/stopping.db.test.ts`. */
function referencesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
  return quoted.filter((path) => path.includes('/') && FOLDERS.has(path.replace(/^test\//, '').split('/')[0] ?? ''))
}

/** The files of a reference: a test with or without its suffix, a folder of tests, or a script of the repository. */
function filesOf(reference: string): readonly string[] {
  if (existsSync(join(ROOT, reference))) return [reference]
  const path = reference.replace(/^test\//, '')
  return globSync([path, `${path}.test.{ts,tsx}`, `${path}.*.test.{ts,tsx}`], { cwd: join(ROOT, 'test') })
}

/** The items of the lists of promises, without the paragraphs between them. */
function promises(): readonly string[] {
  const text = TEXT.slice(TEXT.indexOf('## What is promised'))
  return text.split(/^(?=- |### )/m).flatMap((item) => (item.startsWith('- ') ? [item.split('\n\n')[0] ?? ''] : []))
}

it('every test that docs/security.md names exists', () => {
  expect(referencesIn(TEXT).length).toBeGreaterThan(250)
  expect(referencesIn(TEXT).filter((reference) => filesOf(reference).length === 0)).toEqual([])
})

it('every promise of docs/security.md names its test', () => {
  expect(promises().length).toBeGreaterThan(150)
  expect(promises().filter((promise) => referencesIn(promise).length === 0)).toEqual([])
})
