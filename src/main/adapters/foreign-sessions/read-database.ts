import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'

/** Rows of a table, one at a time. */
export type Query = (sql: string, ...values: string[]) => Iterable<JsonObject>

/**
 * Reads a SQLite database that another program may be using. Nothing is written beside it: a database without a
 * journal of recent changes is opened as one that never changes, any other is copied first, with its journal.
 */
export async function readDatabase<T>(path: string, read: (query: Query) => Promise<T>): Promise<Result<T>> {
  const copy = (await hasJournal(path)) ? await copied(path) : null
  try {
    // Loaded at first use: a runtime without it can do everything else.
    const { DatabaseSync } = await import('node:sqlite')
    const place = copy === null ? immutable(path) : join(copy, 'copy.db')
    const database = new DatabaseSync(place, { readOnly: copy === null, allowExtension: false })
    try {
      return ok(await read(queryOf(database)))
    } finally {
      database.close()
    }
  } catch (error) {
    return refuse(
      `The database ${path} cannot be read: ${errorMessage(error)}. Close the program that uses it, and try again.`,
    )
  } finally {
    if (copy !== null) await rm(copy, { recursive: true, force: true })
  }
}

function immutable(path: string): URL {
  const url = pathToFileURL(path)
  url.search = 'immutable=1&mode=ro'
  return url
}

async function hasJournal(path: string): Promise<boolean> {
  const found = await stat(`${path}-wal`).catch(() => null)
  return found !== null && found.size > 0
}

async function copied(path: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-import-'))
  await copyFile(path, join(directory, 'copy.db'))
  await copyFile(`${path}-wal`, join(directory, 'copy.db-wal'))
  return directory
}

function queryOf(database: DatabaseSync): Query {
  return function* query(sql, ...values) {
    const statement = database.prepare(sql)
    // Otherwise an integer beyond 2^53 would be an error.
    statement.setReadBigInts(true)
    for (const row of statement.iterate(...values)) {
      yield Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))
    }
  }
}

function plain(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** A value of a column that holds texts. */
export function stringOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The names of the tables. */
export function tablesOf(query: Query): ReadonlySet<string> {
  return new Set([...query(`select name from sqlite_master where type = 'table'`)].map(({ name }) => stringOf(name)))
}
