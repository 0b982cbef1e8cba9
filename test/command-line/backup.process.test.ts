import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

const LOG = ['{"kind":"user","content":"a sentence to keep"}', '{"kind":"mark","data":{"name":"HERE"}}']
const PASSPHRASE = { IKIGAI_BACKUP_PASSPHRASE: 'open sesame' }

const MANIFEST = 'ikigai-backup.json'

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
  expect((await readFile(join(folder, MANIFEST), 'utf8')).includes('messages')).toBe(false)

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
  // The signature names the log, and a restored log is a log of its own.
  const lines = ({ stdout }: typeof after): readonly string[] => stdout.split('\n').slice(0, -2)
  expect(lines(after)).toEqual(lines(before))
})

it('restores one agent of an encrypted backup into the present log', async () => {
  const { directory, environment } = workspace
  const folder = join(directory, 'backup')
  const agents = await runIkigai(['export'], environment)
  const [, agent = ''] = /"agent_uuid":"([0-9a-f-]+)"/.exec(agents.stdout) ?? []
  const wrong = await runIkigai(['restore', folder, '--agent', 'ffffffff'], { ...environment, ...PASSPHRASE })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('No agent: ffffffff')])
  expect((await runIkigai(['export'], environment)).stdout).toBe(agents.stdout)
  const done = await runIkigai(['restore', folder, '--agent', agent], { ...environment, ...PASSPHRASE })
  expect(done.stderr).toContain('Imported 1 agent and 2 events')
  expect(done.stderr).toContain('The backup is signed as a whole')
  expect(done.code).toBe(0)
  const after = (await runIkigai(['export'], environment)).stdout
  expect(after.split('a sentence to keep')).toHaveLength(3)
  expect(after).toContain(done.stdout.trim())
})

it('leaves the last backup as it was when its process is killed, and goes on after it', async () => {
  const { directory, environment } = workspace
  const folder = join(directory, 'killed')
  const database = await keepDatabaseUp(workspace)
  const first = await runIkigai(['backup', folder], environment)
  expect(first.code).toBe(0)
  const events = Array.from({ length: 400 }, (_, index) =>
    JSON.stringify({ kind: 'user', content: `${index} ${randomBytes(10_000).toString('hex')}` }),
  )
  await writeFile(join(directory, 'more.jsonl'), events.join('\n'))
  expect(await runIkigai(['import', join(directory, 'more.jsonl')], environment)).toMatchObject({ code: 0 })

  const before = await readFile(join(folder, MANIFEST), 'utf8')
  const watching = watch(folder, { signal: AbortSignal.timeout(60_000) })
  const killed = startIkigai(['backup', folder], environment)
  for await (const { filename } of watching) if (filename !== MANIFEST) break
  killed.child.kill('SIGKILL')
  expect((await killed.finished).signal).toBe('SIGKILL')
  expect(await readFile(join(folder, MANIFEST), 'utf8')).toBe(before)
  expect(await runIkigai(['restore', '--check', folder], environment)).toMatchObject({ code: 0 })

  const again = await runIkigai(['backup', folder], environment)
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('400 new events')])
  const checked = await runIkigai(['restore', '--check', folder], environment)
  expect(checked.stderr).toContain('Nothing is damaged.')
  await database.close()
})
