import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

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

afterAll(async () => {
  await database?.close()
  await workspace?.remove()
})

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
