import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ROOT, type Tool, TOOLS } from '../../scripts/project.ts'
import { OMISSIONS_APART, PLANTED_OMISSIONS, type PlantedOmission } from '../support/planted-omissions.ts'

const MIGRATIONS_TEST = 'test/adapters/storage/migrations.test.ts'
const MIGRATION = 'the migration of an agent column'
const REDACTION_TEST = 'test/adapters/storage/redacted-columns.db.test.ts'
const REDACTION = 'what a redaction makes of a column with text'

/** The compiler and the tests look at all sources, on a machine that may be busy. */
const TIMEOUT_MS = 300_000

/** An error as the compiler prints it: `FILE(LINE,COLUMN): error NUMBER: MESSAGE`, with more lines of the message. */
const ERROR = /^(\S+)\(\d+,\d+\): (error [^]*?)(?=^\S|$(?![^]))/gm

/** A copy of the sources with omissions. */
class PlantedCopy {
  #folder = ''
  #compiled = ''
  #tested = ''

  /** Resolves after the compiler and the tests have looked at it. `compiled`: files, or folders. */
  async make(omissions: readonly PlantedOmission[], compiled: readonly string[], tests: readonly string[]) {
    this.#folder = await mkdtemp(join(tmpdir(), 'ikigai-planted-'))
    const copied = ['src', 'test', 'drizzle', 'resources', 'package.json', 'tsconfig.base.json', 'tsconfig.json']
    await Promise.all(copied.map((path) => cp(join(ROOT, path), join(this.#folder, path), { recursive: true })))
    await symlink(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
    await Promise.all([...Map.groupBy(omissions, ({ file }) => file)].map((each) => this.#plant(each)))
    const options = { incremental: false, tsBuildInfoFile: null }
    await this.#write('planted.json', { extends: './tsconfig.json', compilerOptions: options, include: compiled })
    await writeFile(join(this.#folder, 'vitest.config.mjs'), "export default { cacheDir: './cache' }\n")
    const types = this.#run('tsc', ['-p', 'planted.json', '--pretty', 'false'])
    const tested = this.#run('vitest', ['run', ...tests])
    this.#compiled = await types
    this.#tested = await tested
  }

  /** What the compiler says of a file. Of a test: what all tests printed. */
  saidOf(file: string): string {
    if (file.endsWith('.test.ts')) return this.#tested
    return [...this.#compiled.matchAll(ERROR)]
      .flatMap(([, path, text = '']) => (path === file ? [text] : []))
      .join('\n')
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }

  async #write(path: string, content: object): Promise<void> {
    await writeFile(join(this.#folder, path), JSON.stringify(content))
  }

  /** Writes what is planted in one file. */
  async #plant([file, omissions]: [string, readonly PlantedOmission[]]): Promise<void> {
    let source = await readFile(join(this.#folder, file), 'utf8')
    for (const { before, text } of omissions) {
      if (!source.includes(before)) throw new Error(`${file} does not contain: ${before}`)
      source = source.replace(before, () => text + before)
    }
    await writeFile(join(this.#folder, file), source)
  }

  /** Resolves to what the program printed, also if it failed, as it should. */
  #run(tool: Tool, args: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      const program = [join(ROOT, 'node_modules', TOOLS[tool]), ...args]
      execFile(process.execPath, program, { cwd: this.#folder, maxBuffer: 100_000_000 }, (_error, stdout, stderr) =>
        resolve(stripVTControlCharacters(stdout + stderr)),
      )
    })
  }
}

const together = new PlantedCopy()
const apart = new PlantedCopy()

beforeAll(() => together.make(PLANTED_OMISSIONS, ['src'], [MIGRATIONS_TEST]), TIMEOUT_MS)

beforeAll(() => {
  const files = OMISSIONS_APART.flatMap(({ errors }) => Object.keys(errors))
  const isTest = (file: string) => file.endsWith('.test.ts')
  return apart.make(
    OMISSIONS_APART,
    files.filter((file) => !isTest(file)),
    files.filter(isTest),
  )
}, TIMEOUT_MS)

afterAll(() => Promise.all([together.remove(), apart.remove()]))

describe.each([
  ...PLANTED_OMISSIONS.map((omission) => ({ ...omission, copy: together })),
  ...OMISSIONS_APART.map((omission) => ({ ...omission, copy: apart })),
])('$what', ({ errors, copy }) => {
  test.each(Object.entries(errors))('is missed in %s', (file, message) => {
    expect(copy.saidOf(file)).toMatch(message)
  })
})

test(`${MIGRATION} is missed by ${MIGRATIONS_TEST}`, () => {
  expect(together.saidOf(MIGRATIONS_TEST)).toContain('planted_whole')
  expect(together.saidOf(MIGRATIONS_TEST)).toMatch(/1 failed/)
})

test('ARCHITECTURE.md says the same', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const table = page.split('| You forgot | What fails |')[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').flatMap((line) => (line.startsWith('| --- ') || line === '' ? [] : [line]))
  const row = (what: string, files: readonly string[]) =>
    `| ${what} | ${files.map((file) => `\`${file.replace(/^src\//, '')}\``).join(', ')} |`
  expect(rows).toEqual([
    ...[...PLANTED_OMISSIONS, ...OMISSIONS_APART].map(({ what, errors }) => row(what, Object.keys(errors))),
    row(MIGRATION, [MIGRATIONS_TEST]),
    row(REDACTION, [REDACTION_TEST]),
  ])
})
