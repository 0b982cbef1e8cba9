import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

/** The only module that starts programs. Imports of the modules that do so are forbidden elsewhere by an import rule. */
const START = 'src/main/adapters/start-process.ts'

/** Ways to start a program or to load a module that no import rule sees. */
const UNSEEN = [
  /\bgetBuiltinModule\b/,
  /\butilityProcess\b/,
  /\bprocess\s*(\.|\?\.|\[\s*['"`])\s*(binding|_linkedBinding|dlopen|execve)\b/,
  /\b(require|import)\s*\(\s*['"`](node:)?(child_process|cluster)['"`]/,
  // A name that is made at run time. Methods may be called `import`.
  /(\b(await|return|void|yield)|[=(,:?&|>])\s*import\s*\(\s*(?!['"\s])/,
  /\brequire\s*\(\s*(?!['"\s])/,
]

const startsIn = (text: string): boolean => UNSEEN.some((form) => form.test(text))

it.each([
  "const { spawn } = process.getBuiltinModule('child_process')",
  "await import('node:child_process')",
  'await import("child_process")',
  "await import(\n  'node:cluster'\n)",
  "await import(['child', 'process'].join('_'))",
  'await import(`node:child_process`)',
  'const load = () => import(name)',
  "createRequire(import.meta.url)('child_process'); const require = createRequire(x); require('child_process')",
  'require(name)',
  "utilityProcess.fork('x.js')",
  "process.binding('spawn_sync')",
  "process['binding']('spawn_sync')",
  "process._linkedBinding('spawn_sync')",
  "process.execve('/bin/sh', [])",
  "process.dlopen(module, 'x.node')",
])('finds a way to start a program: %j', (text) => {
  expect(startsIn(text)).toBe(true)
})

it.each([
  "import('./settings.ts')",
  'importer.import(lines)',
  'async import(lines) {',
  "createRequire(url).resolve('x')",
])('takes %j for none', (text) => {
  expect(startsIn(text)).toBe(false)
})

it('is in no module but one', () => {
  const names = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((name) => name !== START)
  expect(names.length).toBeGreaterThan(1_000)
  expect(names.filter((name) => startsIn(readFileSync(join(ROOT, name), 'utf8')))).toEqual([])
})
