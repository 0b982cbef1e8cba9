import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import * as locks from '../../../src/main/adapters/storage/advisory-locks.ts'
import { createSqlReader } from '../../../src/main/adapters/storage/sql-reader.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { migrateDatabase } from '../../../src/main/adapters/storage/migrate-database.ts'
import type { SqlPage, SqlReader } from '../../../src/main/core/ports/sql-ports.ts'
import type { Result } from '../../../src/shared/result.ts'
import { plainClient, recordAgent, urlOf, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const secretFile = join(shared.directory, 'secret')
const target = join(shared.directory, 'written')
/** As on a hosted server: the user owns the tables and may not create roles. */
let limited: SqlReader
let limitedOwner: Sql

beforeAll(async () => {
  writeFileSync(secretFile, 'the secret', { mode: 0o644 })
  valueOf(await shared.storage.settings.set('secret', 'the secret'))
  await shared.client`create role hosted login password 'hosted'`
  await shared.client`create database hosted owner hosted`
  const url = urlOf(shared.directory, 'hosted', 'hosted').replace('//ikigai:', '//hosted:')
  limited = createSqlReader(parseDatabaseUrl(url))
  const { default: postgres } = await import('postgres')
  limitedOwner = postgres(parseDatabaseUrl(url).url, {
    host: join(shared.directory, 'postgres', 'run'),
    max: 1,
    onnotice: () => {},
  })
  await migrateDatabase(limitedOwner)
  await limitedOwner`insert into settings (key, value) values ('secret', '"the secret"')`
})

afterAll(() => closeAll(limitedOwner))

async function read(query: string, reader: SqlReader = shared.storage.sql): Promise<Result<SqlPage>> {
  const rows: SqlPage['rows'][number][] = []
  let columns: readonly string[] = []
  for await (const page of reader.read(query)) {
    if (!page.ok) return page
    columns = page.value.columns
    rows.push(...page.value.rows)
  }
  return { ok: true, value: { columns, rows } }
}

const outcome = async (query: string, reader?: SqlReader): Promise<unknown> => {
  const result = await read(query, reader)
  return result.ok ? result.value : result.error.message
}

it('returns the rows of a query with their types', async () => {
  const agentId = await recordAgent(shared.storage, { name: 'Nul \0 and 𝄞' })
  valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, 'hello')] }))
  expect(
    await outcome(`select 1 as one, 2::bigint as big, 9007199254740993::bigint as bigger, 1.5 as n, true as t, null as nothing,
      '2026-11-20 12:00+00'::timestamptz as at, '{"b": 1, "a": [null]}'::json as j, 'NaN'::float8 as nan`),
  ).toEqual({
    columns: ['one', 'big', 'bigger', 'n', 't', 'nothing', 'at', 'j', 'nan'],
    rows: [[1, 2, '9007199254740993', 1.5, true, null, '2026-11-20T12:00:00.000Z', { b: 1, a: [null] }, 'NaN']],
  })
  expect(await outcome(`select name from agents where uuid = '${agentId}'`)).toEqual({
    columns: ['name'],
    rows: [['Nul \0 and 𝄞']],
  })
  expect(await outcome('select content from messages where false')).toEqual({ columns: ['content'], rows: [] })
  expect(await outcome('select n from generate_series(1, 1200) as n')).toMatchObject({ rows: { length: 1_200 } })
})

it.each([
  'usage_by_response',
  'cost_by_agent',
  'adoptions',
  'tool_calls',
  'messages',
  'agents',
  'mail',
  'drafts',
  'blobs',
  'attachments',
])('reads %s, as a role of its own and without the right to create one', async (name) => {
  expect(await outcome(`select * from ${name}`)).toHaveProperty('rows')
  expect(await outcome(`select * from ${name}`, limited)).toHaveProperty('rows')
})

it('plans for a disk that reads any place as fast as the next', async () => {
  expect(await outcome("select current_setting('random_page_cost') as cost")).toHaveProperty('rows', [['1.1']])
})

it('explains a query, and says what is wrong with one', async () => {
  expect(await outcome('explain select * from messages')).toHaveProperty('columns', ['QUERY PLAN'])
  expect(await outcome('select nothing from nowhere')).toBe(
    'The database refused the query: relation "nowhere" does not exist',
  )
  expect(await outcome('select 1 as a, 2 as a')).toBe(
    'The database refused the query: two columns are called a; rename one with AS',
  )
})

const ATTACKS: readonly string[] = [
  'insert into sessions (host, version) values ($$x$$, $$x$$)',
  "with gone as (insert into sessions (host, version) values ('x', 'x') returning 1) select * from gone",
  'with gone as (delete from drafts returning 1) select * from gone',
  "with gone as (update agents set name = 'x' returning 1) select * from gone",
  "explain analyze insert into sessions (host, version) values ('x', 'x')",
  'explain analyze create table taken as select 1',
  'select 1 as x into taken',
  'select * from agents for update',
  'set transaction read write; delete from drafts',
  'select 1; delete from drafts',
  'commit; delete from drafts',
  "select set_config('transaction_read_only', 'off', false)",
  "select set_config('role', 'ikigai', false)",
  'set role ikigai',
  'reset role',
  'set session authorization ikigai',
  `copy (select 1) to '${target}'`,
  `copy (select 1) to program 'touch ${target}'`,
  `do $$ begin execute 'delete from drafts'; end $$`,
  `select pg_read_file('${secretFile}')`,
  `select "pg_read_file"('${secretFile}')`,
  `select pg_catalog . /* */ pg_read_file /* */ ('${secretFile}')`,
  `select pg_ls_dir('/')`,
  `select lo_import('${secretFile}')`,
  `select lo_export(1, '${target}')`,
  `select lo_create(0)`,
  `select query_to_xml('select pg_read_file(''${secretFile}'')', true, false, '')`,
  `select table_to_xml('settings', true, false, '')`,
  `select database_to_xml(true, false, '')`,
  "select * from dblink('dbname=postgres', 'delete from drafts') as t(a text)",
  "select pg_notify('ikigai_commit', '1:1')",
  'select pg_advisory_lock(454426)',
  'select pg_sleep(100)',
  "select nextval('messages_id_seq')",
  'select pg_terminate_backend(pid) from pg_stat_activity',
  'select pg_export_snapshot()',
  'select pg_logical_emit_message(false, $$a$$, $$b$$)',
  'select txid_current()',
  "select kill_agents(1, null, 'x')",
  'select * from settings',
  'table settings',
  'select * from public."settings"',
  'select value from settings where key = $$secret$$',
  'select * from stream_journal',
  'select rolpassword from pg_authid',
  'select passwd from pg_shadow',
  "select e'a'\n'b\\', pg_notify($$a$$, $$b$$), '",
  'listen ikigai_commit',
  'create temp table t as select 1',
  'vacuum',
  'alter system set log_statement = $$all$$',
]

/** Why an attack fails: it must not be something else that is wrong with it. */
const REFUSALS =
  /^(?:Queries may not|Only |Strings with escapes|The database refused the query: (?:permission denied|cannot execute|DECLARE|SELECT \.\.\. INTO|function dblink))/

describe.each(['a role of its own', 'the owner without the right to create roles'])('an attack as %s', (kind) => {
  const isOwn = kind.startsWith('a role')
  const reader = (): SqlReader => (isOwn ? shared.storage.sql : limited)
  const client = (): Sql => (isOwn ? shared.client : limitedOwner)
  const state = async () => {
    const [row] =
      await client()`select (select count(*) from sessions) as sessions, (select count(*) from agents) as agents,
      (select count(*) from pg_largeobject_metadata) as objects, to_regclass('taken') as taken,
      (select count(*) from pg_class where relkind in ('r', 'S')) as relations`
    return row
  }

  it.each(ATTACKS)('%s', async (query) => {
    const before = await state()
    const result = await read(query, reader())
    expect(result.ok ? result.value : result.error.message).toMatch(REFUSALS)
    expect(JSON.stringify(result)).not.toContain('the secret')
    expect(await state()).toEqual(before)
    expect([existsSync(target), readFileSync(secretFile, 'utf8')]).toEqual([false, 'the secret'])
  })
})

it('has a role that may do nothing more, even without the checks', async () => {
  await read('select 1')
  const [row] =
    await shared.client`select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolinherit,
    has_table_privilege(oid, 'settings', 'select') as reads_settings,
    has_table_privilege(oid, 'messages', 'insert') or has_table_privilege(oid, 'agents', 'update') as writes,
    has_schema_privilege(oid, 'public', 'create') as creates,
    has_function_privilege(oid, 'pg_read_file(text)', 'execute') as reads_files
    from pg_roles where rolname like 'ikigai_reader_%'`
  expect(row).toEqual({
    rolname: expect.any(String),
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
    rolinherit: false,
    reads_settings: false,
    writes: false,
    creates: false,
    reads_files: false,
  })
})

it('answers several at once', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => outcome('select count(*) as n from agents')))
  for (const one of all) expect(one).toEqual(all[0])
})

describe('a query beside other programs', () => {
  const readerWithin = (limitMs: number): SqlReader =>
    createSqlReader(parseDatabaseUrl(urlOf(shared.directory)), limitMs)
  const others = Object.entries(locks).filter(([name]) => name !== 'READER_ROLE_LOCK' && !name.endsWith('_SEED'))

  it.each(others)('runs while another session holds %s', async (_name, number) => {
    const other = plainClient(shared.directory)
    await other`select pg_advisory_lock(${number})`
    const rows = await outcome('select 1 as one', readerWithin(60_000))
    await other.end({ timeout: 1 })
    expect(rows).toEqual({ columns: ['one'], rows: [[1]] })
  })

  it('is refused with the reason when it waits for a lock longer than its limit', async () => {
    const other = plainClient(shared.directory)
    await other`select pg_advisory_lock(${locks.READER_ROLE_LOCK})`
    const said = await outcome('select 1', readerWithin(500))
    await other.end({ timeout: 1 })
    expect(said).toMatch(/^The database did not answer within 0\.5 s, so the query did not run\./)
  })

  it('is refused with the reason when its server takes the connection and says nothing', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const reader = createSqlReader(parseDatabaseUrl(`postgres://ikigai:x@127.0.0.1:${port}/postgres`), 500)
    const said = await outcome('select 1', reader)
    silent.close()
    expect(said).toContain('within 0.5 s')
  })
})
