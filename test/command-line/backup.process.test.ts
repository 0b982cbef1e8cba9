import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

const LOG = ['{"kind":"user","content":"a sentence to keep"}', '{"kind":"mark","data":{"name":"HERE"}}']
const PASSPHRASE = { IKIGAI_BACKUP_PASSPHRASE: 'open sesame' }

let workspace: Workspace

beforeAll(async () => {
  workspace = await makeWorkspace()
})

afterAll(() => workspace?.remove())

it('backs up while ikigai runs, and restores into a data directory that does not exist yet', async () => {
  const { directory, environment } = workspace
  await writeFile(join(directory, 'log.jsonl'), LOG.join('\n'))
  const imported = await runIkigai(['import', join(directory, 'log.jsonl')], environment)
  expect(imported).toMatchObject({ code: 0 })
  const serving = startIkigai(['serve', '--port', '0'], environment)
  for await (const line of serving.lines) if (line.includes('http')) break
  const folder = join(directory, 'backup')
  const backedUp = await runIkigai(['backup', folder], { ...environment, ...PASSPHRASE })
  expect(backedUp.stderr).toContain('2 new events')
  expect(backedUp.code).toBe(0)
  expect((await readFile(join(folder, 'ikigai-backup.json'), 'utf8')).includes('messages')).toBe(false)

  expect(await runIkigai(['restore', folder], environment)).toMatchObject({ code: 2 })
  const full = await runIkigai(['restore', folder], { ...environment, ...PASSPHRASE })
  expect(full.stderr).toContain('not empty')
  serving.child.kill('SIGTERM')
  await serving.finished

  const place = join(directory, 'elsewhere')
  await mkdir(place)
  await chmod(place, 0o711)
  const elsewhere = { ...environment, IKIGAI_DATA_DIR: join(place, 'data') }
  const restored = await runIkigai(['restore', folder], { ...elsewhere, ...PASSPHRASE })
  expect(restored.stderr).toContain('Restored 1 agent, 2 events')
  expect(restored.code).toBe(0)
  const [before, after] = await Promise.all([runIkigai(['export'], environment), runIkigai(['export'], elsewhere)])
  expect(after.stdout).toContain('a sentence to keep')
  expect(after.stdout).toBe(before.stdout)
})
