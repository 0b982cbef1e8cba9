import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { LEGAL_FILES, PLANTED_IMPORTS } from '../support/import-rules-skeleton.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const RULES = join(ROOT, '.dependency-cruiser.mjs')

/** A violation as the tool prints it: `error RULE: FILE → IMPORTED`. */
const VIOLATION = /error ([\w-]+): (\S+) →/g

const rulesFile = z.object({ default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }) })

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-import-rules-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await symlink(join(ROOT, 'package.json'), join(folder, 'package.json'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes `files` as the only sources and runs the rules over them, as `npm run check` does. */
async function cruise(
  files: Readonly<Record<string, string>>,
): Promise<{ exitCode: number | null; violations: string[] }> {
  await rm(join(folder, 'src'), { recursive: true, force: true })
  await rm(join(folder, 'test'), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const program = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--config', RULES, '--output-type', 'err', 'src', 'test'],
    { cwd: folder, encoding: 'utf8' },
  )
  if (stderr !== '') throw new Error(stderr)
  return { exitCode: status, violations: [...stdout.matchAll(VIOLATION)].map(([, rule, file]) => `${file}: ${rule}`) }
}

test('a skeleton that keeps the rules passes', async () => {
  expect(await cruise(LEGAL_FILES)).toEqual({ exitCode: 0, violations: [] })
})

test('every planted import is caught under its rule, and fails the run', async () => {
  const planted = Object.fromEntries(PLANTED_IMPORTS.map(({ file, imports }) => [file, `import '${imports}'\n`]))
  const { exitCode, violations } = await cruise({ ...LEGAL_FILES, ...planted })
  const expected = PLANTED_IMPORTS.map(({ file, rule }) => `${file}: ${rule}`)
  expect(expected.filter((line) => !violations.includes(line))).toEqual([])
  expect(exitCode).toBeGreaterThan(0)
})

test('one planted import is enough to fail the run', async () => {
  const crossing = {
    'src/shared/crossing.ts': "import type { Engine } from '../main/core/engine.ts'\nexport type E = Engine\n",
  }
  expect(await cruise({ ...LEGAL_FILES, ...crossing })).toEqual({
    exitCode: 1,
    violations: ['src/shared/crossing.ts: shared-imports-zod-only'],
  })
})

test('every rule has its planted import', async () => {
  const { forbidden } = rulesFile.parse(await import(RULES)).default
  expect(new Set(PLANTED_IMPORTS.map(({ rule }) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)))
})
