import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ROOT, type Tool, TOOLS } from '../../scripts/project.ts'
import { PLANTED_OMISSIONS } from '../support/planted-omissions.ts'

const MIGRATIONS_TEST = 'test/adapters/storage/migrations.test.ts'
const MIGRATION = 'the migration of an agent column'

/** An error as the compiler prints it: `FILE(LINE,COLUMN): error NUMBER: MESSAGE`, with more lines of the message. */
const ERROR = /^(\S+)\(\d+,\d+\): (error [^]*?)(?=^\S|$(?![^]))/gm

let folder: string
let compiled: string
let tested: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-planted-'))
  const copied = ['src', 'drizzle', 'resources', 'package.json', 'tsconfig.base.json', 'tsconfig.json', MIGRATIONS_TEST]
  await Promise.all(copied.map((path) => cp(join(ROOT, path), join(folder, path), { recursive: true })))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await Promise.all([...Map.groupBy(PLANTED_OMISSIONS, ({ file }) => file)].map(plant))
  const options = { incremental: false, tsBuildInfoFile: null }
  await write('planted.json', { extends: './tsconfig.json', compilerOptions: options, include: ['src'] })
  await writeFile(join(folder, 'vitest.config.mjs'), "export default { cacheDir: './cache' }\n")
  const types = run('tsc', ['-p', 'planted.json', '--pretty', 'false'])
  const tests = run('vitest', ['run', MIGRATIONS_TEST])
  compiled = await types
  tested = await tests
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(path: string, content: object): Promise<void> {
  await writeFile(join(folder, path), JSON.stringify(content))
}

/** Writes what is planted in one file. */
async function plant([file, omissions]: [string, typeof PLANTED_OMISSIONS]): Promise<void> {
  let source = await readFile(join(folder, file), 'utf8')
  for (const { before, text } of omissions) {
    if (!source.includes(before)) throw new Error(`${file} does not contain: ${before}`)
    source = source.replace(before, () => text + before)
  }
  await writeFile(join(folder, file), source)
}

/** Resolves to what the program printed, also if it failed, as it should. */
function run(tool: Tool, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const program = [join(ROOT, 'node_modules', TOOLS[tool]), ...args]
    execFile(process.execPath, program, { cwd: folder, maxBuffer: 100_000_000 }, (_error, stdout, stderr) =>
      resolve(stripVTControlCharacters(stdout + stderr)),
    )
  })
}

describe.each(PLANTED_OMISSIONS)('$what', ({ errors }) => {
  test.each(Object.entries(errors))('is missed by the compiler in %s', (file, message) => {
    const found = [...compiled.matchAll(ERROR)].flatMap(([, path, text = '']) => (path === file ? [text] : []))
    expect(found.join('\n')).toMatch(message)
  })
})

test(`${MIGRATION} is missed by ${MIGRATIONS_TEST}`, () => {
  expect(tested).toContain('planted_whole')
  expect(tested).toMatch(/1 failed/)
})

test('ARCHITECTURE.md says the same', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const table = page.split('| You forgot | What fails |')[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').flatMap((line) => (line.startsWith('| --- ') || line === '' ? [] : [line]))
  const row = (what: string, files: readonly string[]) =>
    `| ${what} | ${files.map((file) => `\`${file}\``).join(', ')} |`
  expect(rows).toEqual([
    ...PLANTED_OMISSIONS.map(({ what, errors }) =>
      row(
        what,
        Object.keys(errors).map((file) => file.replace('src/', '')),
      ),
    ),
    row(MIGRATION, [MIGRATIONS_TEST]),
  ])
})
