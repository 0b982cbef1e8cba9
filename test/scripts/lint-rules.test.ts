import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** Every way to write past `process-output.ts`, each in a file of its own. */
const PLANTED = {
  'src/main/hosts/by-name.ts': "process.stdout.write('x')",
  'src/main/hosts/by-text.ts': "process['stderr'].write('x')",
  'src/main/hosts/taken-apart.ts': "const { stderr } = process\nstderr.write('x')",
  'src/main/hosts/imported.ts': "import { stdout } from 'node:process'\nstdout.write('x')",
  'src/main/hosts/from-global.ts': "globalThis.process.stdout.write('x')",
  'src/main/hosts/console.ts': "console.log('x')",
  'src/main/core/by-name.ts': "process.stdout.write('x')",
  'src/shared/from-global.ts': "globalThis.process.stderr.write('x')",
}

const LEGAL = {
  'src/main/process-output.ts': 'export const streams = { all: process }',
  'src/main/hosts/legal.ts': 'export const code = process.exitCode',
}

const configFile = z.looseObject({ options: z.looseObject({ typeAware: z.boolean() }) })

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-lint-rules-'))
  const { options, ...config } = configFile.parse(JSON.parse(await readFile(join(ROOT, '.oxlintrc.json'), 'utf8')))
  // Types take most of the time, and none of these rules asks for them.
  const rules = { ...config, options: { ...options, typeAware: false } }
  const files = { '.oxlintrc.json': JSON.stringify(rules), ...PLANTED, ...LEGAL }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${text}\n`)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('refuse stdout, stderr and the console everywhere but in process-output.ts', () => {
  const program = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { status, stdout } = spawnSync(process.execPath, [program, '--format', 'unix'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = Array.from(stdout.matchAll(/^(src\/\S+?):\d/gm), ([, file]) => file ?? '')
  expect(new Set(found)).toEqual(new Set(Object.keys(PLANTED)))
  expect(status).toBe(1)
})
