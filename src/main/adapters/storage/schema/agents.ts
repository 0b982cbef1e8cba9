import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  type PgColumnBuilderBase,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

import { AGENT_COLUMN_LIST } from '../../../../shared/agent-attributes.ts'
import { createdAt, losslessJson, losslessText } from './columns.ts'

/** One row per engine run. `ended_at` stays null if the engine crashed. */
export const sessions = pgTable('sessions', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  host: losslessText('host').notNull(),
  version: text('version').notNull(),
  /** The home of the engine. Null: an older version wrote the row. */
  home: uuid('home'),
  startedAt: timestamp('started_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

/** The homes that have opened the database (docs/behaviour/homes.md). Not part of a backup. */
export const homes = pgTable('homes', {
  id: uuid('id').primaryKey(),
  /** `user@host`, as it was when the home last opened the database. */
  label: losslessText('label').notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
})

type Column = (typeof AGENT_COLUMN_LIST)[number]

const filled = {
  uuid: () => uuid(),
  json: () => losslessJson(),
  timestamptz: () => timestamp({ withTimezone: true }),
  text: (value) => (typeof value === 'string' ? losslessText().default(value) : losslessText()),
  boolean: (value) => (typeof value === 'boolean' ? boolean().default(value) : boolean()),
  integer: (value) => (typeof value === 'number' ? integer().default(value) : integer()),
  bigint: (value) =>
    typeof value === 'number' ? bigint({ mode: 'number' }).default(value) : bigint({ mode: 'number' }),
  float8: (value) => (typeof value === 'number' ? doublePrecision().default(value) : doublePrecision()),
} as const satisfies Readonly<Record<Column['type'], (value: unknown) => PgColumnBuilderBase>>

function columnOf({ type, nullable, default: value }: Column): PgColumnBuilderBase {
  const column = filled[type](typeof value === 'object' ? value?.value : undefined)
  return nullable ? column : column.notNull()
}

/** Its columns are those of `AGENT_COLUMNS`, by the names that they have in the database. */
export const agents = pgTable(
  'agents',
  {
    ...Object.fromEntries(AGENT_COLUMN_LIST.map((column) => [column.name, columnOf(column)])),
    uuid: uuid().primaryKey(),
    parent_uuid: uuid().references((): AnyPgColumn => agents.uuid),
    created_at: createdAt,
  },
  // For a kill, which finds the descendants of an agent.
  (table) => [index('agents_parent_uuid').on(table.parent_uuid)],
)
