import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { ISql, PendingQuery, Row, Sql } from 'postgres'
import type { z } from 'zod'
import type { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'

const DIALECT = new PgDialect()
/** One statement at a time, which the server keeps prepared. `simple` is not in the driver's types. */
const prepared = () => Object.assign({ prepare: true }, { simple: false })

/** A client, or a transaction of one. */
export type Runner = Pick<ISql, 'unsafe'>
type StatementValues = NonNullable<Parameters<Sql['unsafe']>[1]>
type Template<T> = (text: TemplateStringsArray, ...values: readonly unknown[]) => T

/**
 * The tag of statements on a connection of its own or in a transaction, which Drizzle's client does not reach. A template
 * is one of Drizzle's: values become parameters, fragments and columns become text.
 */
export function run(client: Runner): Template<PendingQuery<Row[]>> {
  return (text, ...values) => {
    const statement = DIALECT.sqlToQuery(sql(text, ...values))
    return client.unsafe(statement.sql, statement.params.map(parameterOf), prepared())
  }
}

/** The same for a query whose rows have the form of `schema`, which is one of an array. Throws if they do not. */
export function rowsOf<T>(client: Runner, schema: z.ZodType<T>): Template<Promise<T>> {
  return async (text, ...values) => schema.parse([...(await run(client)(text, ...values))])
}

/**
 * Runs a command of the server that takes no parameters: `set`, `vacuum`, `copy`, roles, and queries of which the text is
 * made by code. Nothing in `text` may come from users, models or the log, except as quoted by `quoted`.
 */
export function command(client: Runner, text: string): PendingQuery<Row[]> {
  return client.unsafe(text)
}

/** Runs a statement of which code has made the text, with its parameters as `$1` and so on; the server keeps it prepared. */
export function statement(client: Runner, text: string, values: StatementValues): PendingQuery<Row[]> {
  return client.unsafe(text, values, prepared())
}

/** What the driver sends by itself. An array would be a list in a template; texts such as `{1,2}` are arrays of SQL. */
function parameterOf(value: unknown): string | number | boolean | null | Date | Uint8Array {
  if (value === null || value instanceof Date || value instanceof Uint8Array) return value
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Error(`A ${typeof value} is no parameter of a statement`)
}

/** Returns columns with their types, as `json_to_recordset` needs them. */
export function recordset(columns: typeof AGENT_COLUMN_LIST): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ')
}
