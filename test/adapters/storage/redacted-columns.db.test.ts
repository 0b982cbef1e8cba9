import { randomUUID } from 'node:crypto'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { closeAll } from '../../support/close-all.ts'
import { newDatabase } from '../../support/shared-database.ts'
import {
  clientOf,
  DATABASE_TIMEOUT_MS,
  open,
  recordAgent,
  temporaryDirectory,
  urlOf,
  valueOf,
} from './support/test-storage.ts'

/** Columns that a redaction leaves as they are, each with the reason: no text of a user or a model is in them. */
const KEPT: Readonly<Record<string, string>> = {
  'agents.provider': 'the name of a provider',
  'agents.model': 'the name of a model',
  'agents.thinking_level': 'a name of the table',
  'agents.status': 'a name of the table',
  'agents.profile': 'the rights of the agent',
  'sessions.host': 'the name of a machine',
  'sessions.version': 'a number',
  'homes.label': 'the name of a machine',
  'settings.key': 'no setting is content but the identity, which test/engine/redaction.db.test.ts looks for',
  'settings.value': 'as its key',
  'messages.kind': 'a name of the table',
  'responses.kind': 'a name of the table',
  'responses.provider': 'the name of a provider',
  'responses.requested_model': 'the name of a model',
  'responses.model': 'the name of a model',
  'responses.pool': 'the name of a pool',
  'responses.service_tier': 'the name of a tier',
  'responses.cost_source': 'a name of the table',
  'responses.miss_cause': 'a name of a table',
  'event_hashes.leaf': 'a salted hash',
  'event_hashes.chain': 'a hash of hashes',
  'file_uses.sha256': 'a hash, by which clients know which files are stored',
}

/** What the database or an engine demands of a value. `FILE` and `UPLOAD` join the rows of one file. */
const [AGENT, FILE, UPLOAD, SESSION] = [randomUUID(), 'f'.repeat(64), randomUUID(), 1]
const DEMANDED: Readonly<Record<string, string | number>> = {
  'agents.provider': 'anthropic',
  'agents.model': 'claude-haiku-4-5',
  'agents.thinking_level': 'low',
  'agents.status': 'running',
  'messages.kind': 'user',
  'attachments.sha256': FILE,
  'blobs.sha256': FILE,
  'blobs.upload': UPLOAD,
  'blob_pieces.upload': UPLOAD,
  'mail.to_agent': AGENT,
}

/** The tables that events, files and triggers are written to, and the order in which their rows refer to each other. */
const ORDER = ['sessions', 'agents', 'messages']

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly optional: boolean
}

const isText = ({ type }: Column): boolean =>
  ['text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY'].includes(type)
const nameOf = ({ table, name }: Column): string => `${table}.${name}`
const secretOf = (column: Column): string => `hunter2-${nameOf(column)}-quartz`

let storage: Storage
let sql: Sql

beforeAll(async () => {
  const directory = temporaryDirectory()
  const url = await newDatabase()
  storage = await open(directory, url)
  sql = clientOf(url ?? urlOf(directory))
}, DATABASE_TIMEOUT_MS)

afterAll(() => closeAll(sql, storage))

async function columns(): Promise<readonly Column[]> {
  const rows = await sql`
    select table_name as table, column_name as name, data_type as type,
      is_nullable = 'YES' or column_default is not null as optional
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`
  return rows.map(({ table, name, type, optional }) => ({
    table: String(table),
    name: String(name),
    type: String(type),
    optional: optional === true,
  }))
}

/** The value of a column in the row of the agent, as SQL; null: the default. */
function planted(column: Column, eventId: number): string | null {
  const demanded = DEMANDED[nameOf(column)]
  if (demanded !== undefined) return `'${demanded}'`
  if (isText(column) && KEPT[nameOf(column)] === undefined) {
    if (column.type === 'bytea') return `convert_to('${secretOf(column)}', 'UTF8')`
    if (column.type === 'ARRAY') return `array['${secretOf(column)}']`
    return column.type.startsWith('json') ? `'{"text":"${secretOf(column)}"}'` : `'${secretOf(column)}'`
  }
  if (column.name === 'event_id') return String(eventId)
  if (column.name === 'session_id') return String(SESSION)
  if (/^(agent_uuid|from_agent)$/.test(column.name)) return `'${AGENT}'`
  if (column.optional) return null
  if (column.type === 'uuid') return `'${randomUUID()}'`
  if (column.type === 'boolean') return 'false'
  return column.type.startsWith('timestamp') ? 'now()' : isText(column) ? `'x'` : '1'
}

/** All that a table holds that belongs to a column with a secret, as text. */
async function found(all: readonly Column[]): Promise<readonly string[]> {
  const tables = [...new Set(all.map(({ table }) => table))]
  const texts = await Promise.all(
    tables.map(async (table) =>
      JSON.stringify(await sql.unsafe(`select to_jsonb(t)::text as row from "${table}" as t`)),
    ),
  )
  const everything = texts.join('\n')
  return all
    .filter((column) => {
      const hex = Buffer.from(secretOf(column)).toString('hex')
      return everything.includes(secretOf(column)) || everything.includes(hex)
    })
    .map(nameOf)
}

it('clears every column that can hold text of a user or a model, or says why it stays', async () => {
  await recordAgent(storage, { id: AGENT })
  const all = await columns()
  const secret = all.filter(
    (column) => isText(column) && KEPT[nameOf(column)] === undefined && DEMANDED[nameOf(column)] === undefined,
  )
  const names = Object.keys(KEPT)
  expect(names.filter((name) => !all.map(nameOf).includes(name))).toEqual([])
  let eventId = 0
  const tables = [...Map.groupBy(all, ({ table }) => table)].toSorted(
    ([a], [b]) => ORDER.indexOf(b) - ORDER.indexOf(a) || a.localeCompare(b),
  )
  for (const [table, own] of tables) {
    const values = own.flatMap((column) => {
      const value = planted(column, eventId)
      return value === null ? [] : [{ name: column.name, value }]
    })
    const list = values.map(({ name }) => `"${name}"`).join()
    if (!own.some((column) => secret.includes(column))) continue
    if (table === 'agents') {
      const changes = values.filter(({ name }) => own.some((each) => each.name === name && secret.includes(each)))
      await sql.unsafe(
        `update agents set ${changes.map(({ name, value }) => `"${name}" = ${value}`).join()} where uuid = '${AGENT}'`,
      )
      continue
    }
    const [row] = await sql.unsafe(
      `insert into "${table}" (${list}) values (${values.map(({ value }) => value).join()}) returning *`,
    )
    if (table === 'messages') eventId = Number(row?.['id'])
  }
  expect(await found(secret)).toEqual(secret.map(nameOf))
  valueOf(await storage.redaction.redact({ agentId: AGENT, eventId: null, reason: null, newName: 'Redacted agent' }))
  expect(await found(secret)).toEqual([])
})
