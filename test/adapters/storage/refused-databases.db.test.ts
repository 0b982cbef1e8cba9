import type { Sql } from 'postgres'
import { afterEach, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { knownMigrations } from '../../../src/main/adapters/storage/migrate-database.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import { withDatabase } from '../../../src/main/adapters/storage/with-database.ts'
import { ok } from '../../../src/shared/result.ts'
import { BackupDatabases } from './support/backup-database.ts'
import { FORMER_MIGRATIONS } from './support/former-migrations.ts'
import { storageOptions, temporaryDirectory } from './support/test-storage.ts'

const databases = new BackupDatabases()
const directory = temporaryDirectory()

afterEach(() => closeAll(databases, directory))

const LIST = 'drizzle.__drizzle_migrations'
const FORMER =
  /earlier version of ikigai.*Nothing was changed.*`ikigai export > log\.jsonl`.*`ikigai import log\.jsonl`/
const NEWER = /newer version of ikigai.*Nothing was changed\. Update ikigai/
const FOREIGN = /tables of another program.*Nothing was changed\. Create an empty database/
const INCOMPLETE = /Tables of ikigai are missing.*Nothing was changed/

async function listMigrations(client: Sql, migrations: readonly number[]): Promise<void> {
  await client.unsafe(`delete from ${LIST}`)
  for (const when of migrations) await client.unsafe(`insert into ${LIST} (hash, created_at) values ('', ${when})`)
}

const statements = (...texts: readonly string[]) => {
  return async (client: Sql): Promise<void> => {
    for (const text of texts) await client.unsafe(text)
  }
}

/** Everything that opening a database could change, as text. */
async function stateOf(client: Sql): Promise<string> {
  const tables = await client`select schemaname || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'drizzle') order by 1`
  const contents: string[] = []
  for (const { name } of tables) {
    const [row] = await client.unsafe(`select json_agg(t)::text as content from ${String(name)} t`)
    contents.push(`${String(name)}: ${String(row?.['content'])}`)
  }
  const objects = await client`select relname, relkind from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle')) order by 1, 2`
  return `${contents.join('\n')}\n${JSON.stringify([...objects])}`
}

it.each<[string, (client: Sql) => Promise<void>, RegExp]>([
  ['the first former migration', (client) => listMigrations(client, FORMER_MIGRATIONS.slice(0, 1)), FORMER],
  ['some former migrations', (client) => listMigrations(client, FORMER_MIGRATIONS.slice(0, 17)), FORMER],
  ['all former migrations', (client) => listMigrations(client, FORMER_MIGRATIONS), FORMER],
  [
    'former migrations and those of this version',
    (client) => listMigrations(client, [...FORMER_MIGRATIONS, ...knownMigrations()]),
    FORMER,
  ],
  ['a newer migration', statements(`insert into ${LIST} (hash, created_at) values ('', 99999999999999)`), NEWER],
  ['another first migration', (client) => listMigrations(client, [99_999_999_999_999]), NEWER],
  ['no list of migrations', statements('drop schema drizzle cascade'), FOREIGN],
  ['an empty list of migrations', statements(`truncate ${LIST}`), FOREIGN],
  [
    'one table of another program with a name of ours',
    statements('drop schema drizzle, public cascade', 'create schema public', 'create table settings (theme text)'),
    FOREIGN,
  ],
  [
    'the migrations of another program',
    async (client) => {
      await listMigrations(client, [1_700_000_000_000])
      await statements('drop schema public cascade', 'create schema public', 'create table users (id int)')(client)
    },
    FOREIGN,
  ],
  ['no log', statements('drop table messages cascade'), INCOMPLETE],
  ['no homes', statements('drop table homes'), INCOMPLETE],
  ['no tables', statements('drop schema public cascade', 'create schema public'), INCOMPLETE],
])('a database with %s is left as it is, and says what to do', async (_what, prepare, message) => {
  const { url, client } = await databases.empty()
  await prepare(client)
  const before = await stateOf(client)
  const options = storageOptions(directory, url)
  const opened = await openStorage(options)
  expect(opened).toMatchObject({ ok: false, error: { category: 'STORAGE', retryable: false } })
  expect(opened.ok ? '' : opened.error.message).toMatch(message)
  // As commands without an engine open it.
  const used = await withDatabase(options, async () => ok('used'))
  expect(used.ok ? '' : used.error.message).toMatch(message)
  expect(await stateOf(client)).toBe(before)
})

it('a start that was killed before its first migration is taken up', async () => {
  const { url, client } = await databases.empty()
  await statements('drop schema public cascade', 'create schema public', `truncate ${LIST}`)(client)
  const opened = await openStorage(storageOptions(directory, url))
  expect(opened.ok).toBe(true)
  if (opened.ok) await opened.value.close()
  expect([...(await client`select count(*)::int as sessions from sessions`)]).toEqual([{ sessions: 1 }])
})
