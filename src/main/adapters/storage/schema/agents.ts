import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

import { createdAt, losslessJson, losslessText, tokens } from './columns.ts'

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

export const agents = pgTable(
  'agents',
  {
    uuid: uuid('uuid').primaryKey(),
    name: losslessText('name').notNull(),
    parentUuid: uuid('parent_uuid').references((): AnyPgColumn => agents.uuid),
    /** The root of its tree, set by a trigger; a root's own id. */
    rootUuid: uuid('root_uuid').notNull(),
    /** The last event that is inherited from the parent. Not a foreign key, because events refer to agents. */
    forkMessageId: bigint('fork_message_id', { mode: 'number' }),
    /** Only events after this one are inherited. */
    forkFromId: bigint('fork_from_id', { mode: 'number' }),
    provider: text('provider'),
    model: losslessText('model'),
    thinkingLevel: text('thinking_level'),
    status: text('status').notNull().default('running'),
    createdAt,
    endedAt: timestamp('ended_at', { withTimezone: true }),
    inputTokens: tokens('input_tokens'),
    outputTokens: tokens('output_tokens'),
    thinkingTokens: tokens('thinking_tokens'),
    cachedTokens: tokens('cached_tokens'),
    totalTokens: tokens('total_tokens'),
    /** US dollars: the known costs of all responses. */
    costUsd: doublePrecision('cost_usd').notNull().default(0),
    /** Responses whose cost is not known, also because no usage was reported. */
    unpricedResponses: integer('unpriced_responses').notNull().default(0),
    /** Responses whose cost is a lower bound. */
    partialResponses: integer('partial_responses').notNull().default(0),
    /**
     * Updated by the commits that send and read mail, so that a tree of thousands of agents shows it without counting.
     */
    unreadMail: integer('unread_mail').notNull().default(0),
    wakeOnMail: boolean('wake_on_mail').notNull().default(false),
    /** Updated by the commits that queue and send prompts, for the same reason. */
    queuedPrompts: integer('queued_prompts').notNull().default(0),
    /** Set when the agent is made. */
    profile: losslessJson('profile'),
    /** The home that runs its turns. Null: the one that opens the database next. */
    home: uuid('home'),
  },
  // For a kill, which finds the descendants of an agent.
  (table) => [index('agents_parent_uuid').on(table.parentUuid)],
)
