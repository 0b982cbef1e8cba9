import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type FinishedProcess, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const LOG = ['{"kind":"user","content":"first"}', '{"kind":"user","content":"second"}']

let workspace: Workspace
let database: Awaited<ReturnType<typeof keepDatabaseUp>>

beforeAll(async () => {
  workspace = await makeWorkspace()
  database = await keepDatabaseUp(workspace)
})

afterAll(() => closeAll(database, workspace))

const ikigai = (...args: readonly string[]): Promise<FinishedProcess> => runIkigai(args, workspace.environment)

async function importLog(): Promise<void> {
  const file = join(workspace.directory, 'log.jsonl')
  await writeFile(file, LOG.join('\n'))
  expect(await ikigai('import', file)).toMatchObject({ code: 0 })
}

/** Changes the log as its owner can, who switches the triggers off. */
async function tamper(change: (client: Sql) => Promise<unknown>): Promise<void> {
  const client = plainClient(workspace.environment['IKIGAI_DATA_DIR'] ?? '')
  for (const table of ['messages', 'event_hashes']) await client.unsafe(`alter table ${table} disable trigger all`)
  await change(client)
  for (const table of ['messages', 'event_hashes']) await client.unsafe(`alter table ${table} enable trigger all`)
  await client.end()
}

it('signs the log, finds a cut end and a head that was removed, and never signs a log that was rolled back', async () => {
  const { directory, environment } = workspace
  const signedFile = join(environment['IKIGAI_DATA_DIR'] ?? '', 'signed-head.json')
  const copy = join(directory, 'copy.json')
  const keyFile = join(directory, 'key.pem')
  expect(await ikigai('verify', '--print-key')).toMatchObject({ code: 1, stdout: '' })
  await importLog()
  const signed = await ikigai('verify', '--sign')
  expect([signed.code, signed.stderr]).toEqual([0, expect.stringContaining('Signed: 2 events.')])
  await copyFile(signedFile, copy)
  const key = await ikigai('verify', '--print-key')
  expect(key.stdout).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  await writeFile(keyFile, key.stdout)

  await importLog()
  const longer = await ikigai('verify', '--signed', copy, '--key', keyFile)
  expect([longer.code, longer.stderr]).toEqual([0, expect.stringContaining('The signed head covers 2 events.')])
  expect(await ikigai('verify', '--sign')).toMatchObject({ code: 0 })
  expect(await ikigai('verify', '--sign', '--key', keyFile)).toMatchObject({ code: 2 })

  const newest = await readFile(signedFile, 'utf8')
  await copyFile(copy, signedFile)
  const older = await ikigai('verify')
  expect(older.stderr).toContain('is older than the last one')
  expect(older.stderr).not.toContain('The signed head covers')
  await rm(signedFile)
  expect((await ikigai('verify', '--sign')).stderr).toContain('was removed')
  await writeFile(signedFile, newest)

  await tamper(async (client) => {
    await client`delete from event_hashes where event_id = (select max(id) from messages)`
    await client`delete from messages where id = (select max(id) from messages)`
  })
  const cut = await ikigai('verify', '--sign')
  expect([cut.code, cut.stderr]).toEqual([1, expect.stringMatching(/^Agent \w+ is shorter than it was signed/)])
  expect(await readFile(signedFile, 'utf8')).toBe(newest)
  const anew = await ikigai('verify', '--sign-anew')
  expect([anew.code, anew.stderr]).toEqual([0, expect.stringContaining('Signed: 3 events.')])
  expect(await readFile(signedFile, 'utf8')).toContain('begun anew after 4 ')
  expect(await ikigai('verify')).toMatchObject({ code: 0 })
})

it('refuses a file that is not a signed head, and verifies without the key', async () => {
  const { directory, environment } = workspace
  const file = join(directory, 'other.json')
  await writeFile(file, '{}')
  expect((await ikigai('verify', '--signed', file)).stderr).toContain('is not a signed head')
  const keyless = { ...environment, IKIGAI_CONFIG_DIR: join(directory, 'no-config') }
  const checked = await runIkigai(['verify'], keyless)
  expect([checked.code, checked.stderr]).toEqual([0, expect.stringContaining('Not verified: the signature')])
  expect((await runIkigai(['verify', '--sign'], keyless)).stderr).toContain('The key that signed the last head')
})
