import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import type { Row, Sql } from 'postgres'

import type { JsonValue } from '../../../shared/json.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { SqlPage, SqlReader } from '../../core/ports/sql-ports.ts'
import { openSingle, type Target } from './database-clients.ts'
import { type InspectedSql, inspectSql } from './inspect-sql.ts'
import { decodeJson, unescapeText } from './lossless-text.ts'
import { readPages } from './read-pages.ts'
import { openAsReader, READABLE } from './sql-reader-role.ts'
import { openTransaction } from './transactions.ts'
import { command, run, type Runner } from './statements.ts'

const PAGE = 500
/** From the moment the query is given: connecting and waiting for locks are part of it. */
const TIME_LIMIT_MS = 60_000

/** Volatile functions without an effect on anything. PostgreSQL calls all others that have effects volatile too. */
const HARMLESS = [
  'random',
  'random_normal',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'clock_timestamp',
  'timeofday',
  'statement_timestamp',
]

/** Functions that are not volatile and yet run a text as a query, read any table by its name, or begin a write. */
const OTHERS_WITH_EFFECTS = /^(?:(?:table|schema|database|query|cursor)_to_xml|pg_current_xact_id$|txid_current$)/

/** Relations of PostgreSQL with passwords. */
const SECRETS: ReadonlySet<string> = new Set(['pg_authid', 'pg_shadow', 'pg_user_mapping', 'pg_user_mappings'])

/**
 * Runs queries of the user. Three walls, each sufficient against what it is for: the transaction is read-only, so no
 * statement writes; no volatile function may be named, so no function has an effect; and the connection belongs to a
 * role that may read the log alone. Where the database does not allow such a role, the names of all other tables of
 * ours and of those with passwords are refused instead.
 */
export function createSqlReader(target: Target, limitMs = TIME_LIMIT_MS): SqlReader {
  return {
    async *read(text) {
      const inspected = inspectSql(text)
      if (inspected.ok) yield* readInspected(target, inspected.value, limitMs)
      else yield inspected
    },
  }
}

async function* readInspected(
  target: Target,
  inspected: InspectedSql,
  limitMs: number,
): AsyncGenerator<Result<SqlPage>, void> {
  const endsAt = performance.now() + limitMs
  const owner = openSingle(target)
  let prepared: Result<Sql | null> | null = null
  try {
    prepared = await within(prepare(target, owner, inspected), limitMs)
    if (prepared === null) yield refuse(notReached(limitMs))
    else if (!prepared.ok) yield prepared
    else yield* pages(prepared.value ?? owner, inspected, Math.max(1, endsAt - performance.now()))
  } catch (error) {
    yield refuse(failureText(error, limitMs))
  } finally {
    if (prepared?.ok === true) await prepared.value?.end({ timeout: 1 })
    // Ends what may still be waiting.
    await owner.end({ timeout: 1 })
  }
}

/** Connects, and returns the client of the role that may read only; null: there is none, and the query may run. */
async function prepare(target: Target, owner: Sql, inspected: InspectedSql): Promise<Result<Sql | null>> {
  const effects = await functionProblem(owner, inspected)
  if (effects !== null) return refuse(effects)
  const reader = await openAsReader(target, owner)
  const problem = reader === null ? await relationProblem(owner, inspected) : null
  return problem === null ? ok(reader) : refuse(problem)
}

/** Null: the work did not end within the time. It goes on, and what it rejects with later is ignored. */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  const ended = new AbortController()
  const late = delay(limitMs, null, { signal: ended.signal }).catch(() => null)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}

function notReached(limitMs: number): string {
  return `The database did not answer within ${limitMs / 1_000} s, so the query did not run. It is busy or waits for another program: see \`ikigai health\`, or try again.`
}

/** Returns why a function in the query must not run; null if there is none. */
async function functionProblem(owner: Sql, { names }: InspectedSql): Promise<string | null> {
  const rows = await run(owner)`
    select distinct proname as name from pg_proc
    where provolatile = 'v' and proname in (${list(names)}) and proname not in (${list(HARMLESS)})
    order by 1`
  const effects = [...rows.map(({ name }) => String(name)), ...[...names].filter((n) => OTHERS_WITH_EFFECTS.test(n))]
  const [first] = effects
  return first === undefined ? null : `Queries may not use ${first}: functions with effects are not allowed.`
}

/** A list of any length as one parameter. The driver has no array types before it has queried them. */
function list(names: Iterable<string>) {
  return sql`select json_array_elements_text(${JSON.stringify([...names])}::text::json)`
}

/** Returns why a relation in the query must not be read; null if there is none. */
async function relationProblem(owner: Sql, { names }: InspectedSql): Promise<string | null> {
  const rows = await run(owner)`
    select relname as name from pg_class
    where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and relname in (${list(names)}) and relname not in (${list(READABLE)}) and relkind <> 'i'`
  const [row] = rows
  const hidden = row === undefined ? [...names].find((name) => SECRETS.has(name)) : String(row['name'])
  return hidden === undefined ? null : `Queries may not read ${hidden}.`
}

async function* pages(client: Sql, inspected: InspectedSql, limitMs: number): AsyncGenerator<Result<SqlPage>, void> {
  const transaction = await openTransaction(client, 'read only')
  try {
    yield* pagesWithin(transaction.sql, inspected, limitMs)
  } catch (error) {
    throw await transaction.rollback(error)
  }
  await transaction.rollback(null)
}

async function* pagesWithin(
  transaction: Runner,
  { query, first }: InspectedSql,
  limitMs: number,
): AsyncGenerator<Result<SqlPage>, void> {
  await command(transaction, `set local statement_timeout = ${Math.ceil(limitMs)}`)
  // The default, 4, is for disks that turn, and makes the planner read whole tables instead of an index.
  await command(transaction, 'set local random_page_cost = 1.1')
  await command(transaction, 'set local search_path = public, pg_catalog')
  // The protocol of prepared statements accepts one statement only.
  const { columns } = await run(transaction)`${sql.raw(query)}`.describe()
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two columns are called ${twice}; rename one with AS`)
  let isEmpty = true
  for await (const rows of first === 'explain'
    ? [await run(transaction)`${sql.raw(query)}`]
    : readPages(transaction, sql.raw(query), PAGE)) {
    isEmpty = false
    yield ok({ columns: names, rows: rows.map((row) => columns.map(({ name, type }) => valueOf(row, name, type))) })
  }
  if (isEmpty) yield ok({ columns: names, rows: [] })
}

const JSON_TYPES = new Set([114, 3802])
/** `bigint` and `numeric`, which the driver returns as text. */
const NUMBER_TYPES = new Set([20, 1700])

/** Numbers beyond 2^53 stay text. Times are ISO 8601, UTC. */
function valueOf(row: Row, name: string, type: number): JsonValue {
  const value: unknown = row[name]
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'infinity' : value.toISOString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  if (JSON_TYPES.has(type)) return decodeJson(value)
  const text = unescapeText(value)
  const number = Number(text)
  return NUMBER_TYPES.has(type) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text
}

function failureText(error: unknown, limitMs: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === '57014') return `The query took longer than ${limitMs / 1_000} s and was stopped.`
  return `The database refused the query: ${errorMessage(error)}`
}
