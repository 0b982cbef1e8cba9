import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type FinishedProcess, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

let workspace: Workspace
let database: Awaited<ReturnType<typeof keepDatabaseUp>>
let keyFile: string
/** As on a machine without the log and the key. */
let elsewhere: Workspace['environment']

beforeAll(async () => {
  workspace = await makeWorkspace()
  database = await keepDatabaseUp(workspace)
  const { directory, environment } = workspace
  elsewhere = {
    ...environment,
    IKIGAI_DATA_DIR: join(directory, 'no-data'),
    IKIGAI_CONFIG_DIR: join(directory, 'no-config'),
  }
  keyFile = join(directory, 'key.pem')
})

afterAll(() => closeAll(database, workspace))

const ikigai = (...args: readonly string[]): Promise<FinishedProcess> => runIkigai(args, workspace.environment)

it('verifies single events and a backup elsewhere, and names what was changed', async () => {
  const { directory } = workspace
  const log = join(directory, 'log.jsonl')
  await writeFile(log, '{"id":1,"kind":"user","content":"first"}\n{"id":2,"kind":"user","content":"second"}')
  expect(await ikigai('import', log)).toMatchObject({ code: 0 })
  const agents = await ikigai('agents', '--json')
  const agent = /"id":\s*"([^"]+)"/.exec(agents.stdout)?.[1] ?? ''
  const exported = await ikigai('export', agent, '--events', '1-9999')
  expect([exported.stderr, exported.stdout]).toEqual(['', expect.stringContaining('"content":"second"')])
  await writeFile(keyFile, (await ikigai('verify', '--print-key')).stdout)
  const file = join(directory, 'disclosed.jsonl')
  await writeFile(file, exported.stdout)
  const checked = await runIkigai(['verify', file, '--key', keyFile], elsewhere)
  expect([checked.code, checked.stderr]).toEqual([0, expect.stringContaining('2 events of a signed log')])
  await writeFile(file, exported.stdout.replace('"content":"second"', '"content":"other"'))
  const changed = await runIkigai(['verify', file], elsewhere)
  expect(changed.stderr).toMatch(/^Line 4: event \d+ of agent \w+ was changed\.\n/)
  expect(changed.stderr).toContain('Give the public key of the sender with --key.')
  expect(changed.code).toBe(1)

  const folder = join(directory, 'backup')
  expect(await ikigai('backup', folder)).toMatchObject({ code: 0 })
  const backup = await runIkigai(['verify', folder, '--key', keyFile], elsewhere)
  expect([backup.code, backup.stderr]).toEqual([0, expect.stringContaining('The signed head covers 2 events.')])
  expect(await runIkigai(['verify', folder, '--sign'], elsewhere)).toMatchObject({ code: 2 })
})

it('names an older backup and one without its signature, and restores neither unless asked', async () => {
  const { directory, environment } = workspace
  const [folder, older] = [join(directory, 'newest'), join(directory, 'older')]
  expect(await ikigai('backup', folder)).toMatchObject({ code: 0 })
  await cp(folder, older, { recursive: true })
  expect(await ikigai('backup', folder)).toMatchObject({ code: 0 })
  expect((await ikigai('verify', folder)).stderr).toContain(
    'signed as a whole, and no newer one of its folder is known',
  )
  await rm(folder, { recursive: true })
  await cp(older, folder, { recursive: true })
  const replaced = await ikigai('verify', folder)
  expect([replaced.code, replaced.stderr]).toEqual([1, expect.stringContaining('older than the newest one')])
  const target = { ...environment, IKIGAI_DATA_DIR: join(directory, 'restored') }
  const refused = await runIkigai(['restore', folder], target)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --unverified')])
  const again = await ikigai('backup', folder)
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('All of it was written again.')])
  expect(await ikigai('verify', folder)).toMatchObject({ code: 0 })
  for (const name of await readdir(folder)) if (name.endsWith('.note')) await rm(join(folder, name))
  const unsigned = await ikigai('restore', '--check', folder)
  expect([unsigned.code, unsigned.stderr]).toEqual([1, expect.stringContaining('is not signed, though one')])
  const elsewhereUnsigned = await runIkigai(['verify', folder, '--key', keyFile], elsewhere)
  expect(elsewhereUnsigned.stderr).toContain('The backup has no signature, or it was removed.')
  const restored = await runIkigai(['restore', folder, '--unverified'], target)
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Restored 1 agent, 2 events')])
})

it('verifies the signature of an export elsewhere, and names one that was removed', async () => {
  const file = join(workspace.directory, 'export.jsonl')
  const whole = await ikigai('export')
  await writeFile(file, whole.stdout)
  const signed = await runIkigai(['verify', file, '--key', keyFile], elsewhere)
  expect([signed.code, signed.stderr]).toEqual([0, expect.stringContaining('all as they were written and signed.')])
  expect(await ikigai('import', file)).toMatchObject({ code: 0 })
  await writeFile(file, whole.stdout.replace(/[^\n]*"note"[^\n]*\n/, ''))
  const unsigned = await runIkigai(['verify', file, '--key', keyFile], elsewhere)
  expect([unsigned.code, unsigned.stderr]).toEqual([1, expect.stringContaining('the signature is missing')])
})
