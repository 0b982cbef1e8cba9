import { chownSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const PAGE = 8192
const EVENTS = 60

let workspace: Workspace
let data: string
const run = (...args: readonly string[]) => runIkigai(args, workspace.environment)

beforeAll(async () => {
  workspace = await makeWorkspace()
  data = join(workspace.directory, 'data')
  const events = Array.from({ length: EVENTS }, (_, index) =>
    JSON.stringify({ kind: 'user', content: `event ${index} ${String.fromCodePoint(97 + (index % 26)).repeat(1500)}` }),
  )
  writeFileSync(join(workspace.directory, 'log.jsonl'), events.join('\n'))
  await run('import', join(workspace.directory, 'log.jsonl'))
})

afterAll(() => workspace?.remove())

/** The file of a table, or of an index. */
async function fileOf(relation: string): Promise<string> {
  const database = await keepDatabaseUp(workspace)
  const client = plainClient(data)
  const [row] = await client`select pg_relation_filepath(${relation}) as path`
  await client`checkpoint`
  await client.end()
  await database.close()
  return join(data, 'postgres', 'cluster', String(row?.['path']))
}

const undo: Array<() => void> = []
afterEach(() => undo.splice(0).forEach((restore) => restore()))

/** Flips a byte in the middle of a page, as a failing disk does. The end of the test undoes it. */
function flip(path: string, page: number): void {
  const before = readFileSync(path)
  undo.push(() => writeFileSync(path, before))
  const bytes = Buffer.from(before)
  const at = page * PAGE + PAGE / 2
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
}

it('finds nothing in an intact database', async () => {
  const checked = await run('health')
  expect([checked.code, checked.stderr]).toEqual([0, expect.stringContaining('Nothing is damaged.')])
})

it('names a table with a flipped page, saves what can be read, and begins anew with it elsewhere', async () => {
  flip(await fileOf('messages'), 1)
  const checked = await run('health')
  expect([checked.code, checked.stderr]).toEqual([
    1,
    expect.stringMatching(/Damaged: table public\.messages: .*page.*--damaged/s),
  ])
  const folder = join(workspace.directory, 'saved')
  const whole = await run('backup', folder)
  expect([whole.code, whole.stderr]).toEqual([1, expect.stringContaining('`ikigai health`')])
  const saved = await run('backup', folder, '--damaged')
  expect(saved.stderr).toMatch(/Lost: \d+ events? in damaged pages/)
  expect(saved.code).toBe(0)
  const elsewhere = { ...workspace.environment, IKIGAI_DATA_DIR: join(workspace.directory, 'anew') }
  const restored = await runIkigai(['restore', folder], elsewhere)
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Restored 1 agent')])
  undo.splice(0).forEach((restore) => restore())
  const [part, all] = await Promise.all([runIkigai(['export'], elsewhere), run('export')])
  const kept = part.stdout.match(/event \d+/g) ?? []
  expect(kept.length).toBeGreaterThan(EVENTS / 2)
  expect(kept.length).toBeLessThan(EVENTS)
  expect(all.stdout.match(/event \d+/g)).toEqual(expect.arrayContaining(kept))
})

it('names an index with a flipped page', async () => {
  flip(await fileOf('messages_pkey'), 1)
  const checked = await run('health')
  expect(checked.stderr).toMatch(/Damaged: index public\.messages_pkey of messages: /)
  expect(checked.stderr).toContain('Only indexes are damaged')
})

it('says what to do about a missing file', async () => {
  const path = await fileOf('messages')
  renameSync(path, `${path}-away`)
  const missing = await run('export')
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('A file of the database is missing')])
  renameSync(`${path}-away`, path)
  expect(await run('export')).toMatchObject({ code: 0 })
})

it.skipIf(process.getuid?.() !== 0)(
  'says what to do about files of another owner (skipped unless run as root)',
  async () => {
    const cluster = join(data, 'postgres', 'cluster')
    const { uid, gid } = statSync(cluster)
    chownSync(cluster, 0, 0)
    const wrong = await run('agents')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/chown -R USER/)])
    chownSync(cluster, uid, gid)
    expect(await run('agents')).toMatchObject({ code: 0 })
  },
)

it('says that a tablespace is missing', async () => {
  const place = join(workspace.directory, 'space')
  const { uid, gid } = statSync(join(data, 'postgres', 'cluster'))
  mkdirSync(place)
  chownSync(place, uid, gid)
  const database = await keepDatabaseUp(workspace)
  const client = plainClient(data)
  await client.unsafe(`create tablespace other location '${place}'`)
  await client`alter table messages set tablespace other`
  await client.end()
  await database.close()
  renameSync(place, `${place}-away`)
  const missing = await run('export')
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('tablespace')])
  renameSync(`${place}-away`, place)
  expect(await run('export')).toMatchObject({ code: 0 })
})
