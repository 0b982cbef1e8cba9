import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

import * as agents from './schema/agents.ts'
import * as content from './schema/content.ts'
import * as log from './schema/log.ts'
import * as prompts from './schema/prompts.ts'
import * as settings from './schema/settings.ts'
import * as usage from './schema/usage.ts'

/**
 * What a schema is to this version (docs/behaviour/storage.md#schema). `former`: it was made before the first migration
 * that this version has; `incomplete`: tables are missing that its migrations have made.
 */
export type SchemaState = 'empty' | 'known' | 'newer' | 'former' | 'foreign' | 'incomplete'

/** The tables of this version. */
export const TABLES: readonly string[] = [agents, content, log, prompts, settings, usage].flatMap((group) =>
  Object.values(group).flatMap((value: unknown) => (is(value, PgTable) ? [getTableConfig(value).name] : [])),
)

/** Tables that every version of ikigai had, by which its databases are told from those of other programs. */
const ALWAYS = ['agents', 'messages', 'sessions', 'stream_journal'] as const

/** `known`: when each migration of this version was written, ms since the epoch, oldest first. */
export function schemaState(
  {
    applied,
    tables,
  }: {
    /** When each migration that was applied was written, ms since the epoch. */
    readonly applied: readonly number[]
    /** Names of the tables in the schema `public`, whoever made them. */
    readonly tables: readonly string[]
  },
  known: readonly number[],
): SchemaState {
  const own = TABLES.filter((table) => tables.includes(table))
  if (applied.length === 0) return own.length === 0 ? 'empty' : 'foreign'
  const [first = 0] = known
  const list = [...applied].sort((a, b) => a - b)
  const oldest = list[0] ?? 0
  const isKnown = list.length <= known.length && list.every((when, index) => when === known[index])
  if (!ALWAYS.every((table) => tables.includes(table))) return list.includes(first) ? 'incomplete' : 'foreign'
  if (isKnown) return list.length === known.length && own.length < TABLES.length ? 'incomplete' : 'known'
  return oldest < first ? 'former' : 'newer'
}
