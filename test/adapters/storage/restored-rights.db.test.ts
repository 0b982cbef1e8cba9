import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { afterAll, afterEach, expect, it } from 'vitest'

import { openPool } from '../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { createLogSearch } from '../../../src/main/adapters/storage/log-search.ts'
import { keyAtHome } from '../../../src/shared/home-settings.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { BackupDatabases, backUp, restore, Writer } from './support/backup-database.ts'
import { removeDirectory, temporaryDirectory, valueOf } from './support/test-storage.ts'

const directory = temporaryDirectory()
const databases = new BackupDatabases()

afterEach(() => databases.close())
afterAll(() => removeDirectory(directory))

const HOME = randomUUID()
/** Settings that lead to rights, folders, programs or requests. */
const RIGHTS = [
  'agent_folders',
  'agent_sandboxes',
  'agent_worktrees',
  'removed_worktrees',
  'approval_rules',
  'day_budget',
  'month_budget',
  'folder_trust',
  'keep_warm',
  'limit_returns',
  'outside_options',
  'skill_switches',
  'removed_tool_outputs',
  'agent_folder:x',
  'tool_definition:x',
]
  .flatMap((key) => [key, keyAtHome(key, HOME)])
  .concat('request_print_key')
const UNKNOWN = ['hooks', 'tool_servers', 'home:x:layout', '__proto__', 'constructor']
const CONTENT = [
  'budgets',
  'layout',
  'tree_arrangement',
  'agent_identity:x',
  'turn_rights:x',
  'fork_rights:x',
  'mail_rights:x:y',
]

const WIDE = { name: 'wide', tools: null, rules: [{ tool: '*', pattern: null, action: 'allow' }], sandbox: 'off' }

async function backedUp() {
  const { client } = await databases.empty()
  const writer = new Writer(client, seededRandom(5))
  for (let count = 0; count < 40; count++) await writer.write()
  await client`delete from settings`
  for (const key of [...RIGHTS, ...UNKNOWN, ...CONTENT]) {
    await client`insert into settings (key, value) values (${key}, '{"x":1}')`
  }
  const [agent] = await client`select uuid::text as id from agents limit 1`
  const id = String(agent?.['id'])
  await client.unsafe('update agents set wake_on_mail = true, profile = $2::text::json where uuid = $1', [
    id,
    JSON.stringify(WIDE),
  ])
  await client`insert into messages (session_id, agent_uuid, kind, data)
    select min(id), ${id}, 'checkpoint', '{"cause":"call","store":"copies","folder":"/","before":"a","after":"b","files":[]}'
    from sessions`
  for (const options of [{ temperature: 1 }, { web_search: true, code_execution: true }]) {
    await client.unsafe(
      "insert into messages (session_id, agent_uuid, kind, data) select min(id), $1, 'options', $2::text::json from sessions",
      [id, JSON.stringify({ options })],
    )
  }
  const path = join(directory, randomUUID())
  valueOf(await backUp(client, path))
  return { path, id }
}

async function restored(verified: boolean) {
  const { path, id } = await backedUp()
  const { client, url } = await databases.empty()
  const done = valueOf(await restore(client, path, { verified }))
  const keys = (await client`select key from settings`).map((row) => String(row['key']))
  const [agent] = await client`select wake_on_mail as wakes, profile from agents where uuid = ${id}`
  const pool = openPool(parseDatabaseUrl(url))
  const checkpoints = valueOf(await createLogSearch(pool, HOME).checkpoints(id))
  await pool.$client.end()
  return {
    keys,
    agent,
    checkpoints: checkpoints.filter(({ data }) => JSON.stringify(data).includes('"/"')),
    id,
    ...done,
  }
}

it('a backup that is not verified brings no rights, and all that it did not bring is listed', async () => {
  const { keys, agent, checkpoints, id, withheld } = await restored(false)
  expect(keys.filter((key) => RIGHTS.includes(key) || UNKNOWN.includes(key))).toEqual([])
  expect(keys).toEqual(expect.arrayContaining(CONTENT))
  expect(agent).toMatchObject({ wakes: false })
  expect(agent?.['profile']).toEqual({ name: 'wide', tools: null, rules: [], sandbox: 'workspace' })
  expect(checkpoints).toEqual([])
  const settings = withheld.filter(({ right }) => right === 'setting').map(({ value }) => value)
  expect(settings.toSorted()).toEqual([...RIGHTS, ...UNKNOWN].toSorted())
  const own = withheld.filter(({ agentId }) => agentId === id).map(({ right }) => right)
  expect(own).toEqual(['allowed', 'sandbox', 'wake_on_mail', 'provider_tools'])
  expect(withheld).toContainEqual({ agentId: id, right: 'provider_tools', value: 'web_search, code_execution' })
})

it('a verified backup brings all of it', async () => {
  const { keys, agent, checkpoints, withheld } = await restored(true)
  expect(keys).toEqual(expect.arrayContaining([...RIGHTS, ...UNKNOWN, ...CONTENT]))
  expect(agent).toMatchObject({ wakes: true, profile: WIDE })
  expect([checkpoints.length, withheld]).toEqual([1, []])
})
