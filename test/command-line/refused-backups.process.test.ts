import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { FORMER_MIGRATIONS } from '../adapters/storage/support/former-migrations.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const headerSchema = z.looseObject({ body: z.string() })
const manifestSchema = z.looseObject({ schema: z.number() })

let workspace: Workspace
let backup: string

beforeAll(async () => {
  workspace = await makeWorkspace()
  backup = join(workspace.directory, 'backup')
  const log = join(workspace.directory, 'log.jsonl')
  await writeFile(log, '{"kind":"user","content":"a sentence to keep"}')
  for (const args of [
    ['import', log],
    ['backup', backup],
  ]) {
    const done = await runIkigai(args, workspace.environment)
    if (done.code !== 0) throw new Error(done.stderr)
  }
})

afterAll(() => workspace?.remove())

/** Copies the backup as a version would have made it whose newest migration was written then, ms since the epoch. */
async function backupOf(schema: number): Promise<string> {
  const folder = `${backup}-${schema}`
  await cp(backup, folder, { recursive: true })
  const file = join(folder, 'ikigai-backup.json')
  const header = headerSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  const body = JSON.stringify({ ...manifestSchema.parse(JSON.parse(header.body)), schema })
  const sha256 = createHash('sha256').update(body).digest('hex')
  await writeFile(file, JSON.stringify({ ...header, body, sha256 }))
  return folder
}

const FORMER = Math.max(...FORMER_MIGRATIONS)

it.each([
  ['restored', FORMER, [], /earlier version.*Nothing was restored.*`ikigai export > log\.jsonl`/],
  ['restored without its signature', FORMER, ['--unverified'], /earlier version.*Nothing was restored/],
  ['restored with what is damaged', FORMER, ['--damaged', '--unverified'], /earlier version.*Nothing was restored/],
  ['restored in part', FORMER, ['--agent', '0', '--unverified'], /earlier version.*Nothing was restored/],
  ['checked', FORMER, ['--check'], /earlier version.*`ikigai import log\.jsonl`/],
  ['restored, of a newer version', 99_999_999_999_999, ['--unverified'], /newer version.*Update ikigai/],
])(
  'a backup with tables that are not known is not %s, and no data directory is made',
  async (_how, schema, flags, text) => {
    const data = join(workspace.directory, `data-${crypto.randomUUID()}`)
    const environment = { ...workspace.environment, IKIGAI_DATA_DIR: data }
    const refused = await runIkigai(['restore', await backupOf(schema), ...flags], environment)
    expect([refused.code, refused.stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringMatching(text)])
    expect(existsSync(data)).toBe(false)
  },
)
