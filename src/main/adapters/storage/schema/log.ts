import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { agents, sessions } from './agents.ts'
import { bytea, createdAt, exactTimestamp, losslessJson, losslessText } from './columns.ts'

/** Events that remove something from a context. They are rare and have their own index. */
export const IS_CONTEXT_EDIT = sql`kind in ('clear', 'rewind', 'summary')`

/** Changes to files are looked up by agent, without its other events. */
export const IS_CHECKPOINT = sql`kind = 'checkpoint'`

/** Decisions between models, for the view `outcomes`. */
const IS_DECISION = sql`kind in ('vote', 'verdict', 'race', 'evaluation')`

/** The log. The database itself refuses UPDATE, DELETE and TRUNCATE (by a trigger in its own migration). */
export const messages = pgTable(
  'messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    sessionId: bigint('session_id', { mode: 'number' })
      .notNull()
      .references(() => sessions.id),
    agentUuid: uuid('agent_uuid')
      .notNull()
      .references(() => agents.uuid),
    turnId: uuid('turn_id'),
    kind: text('kind').notNull(),
    content: losslessText('content'),
    data: losslessJson('data'),
    createdAt: exactTimestamp('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    index('messages_agent_uuid_id').on(table.agentUuid, table.id),
    index('messages_checkpoints').on(table.agentUuid, table.id).where(IS_CHECKPOINT),
    index('messages_acts').on(table.agentUuid).where(IS_CONTEXT_EDIT),
    index('messages_decisions').on(table.kind, table.agentUuid, table.id).where(IS_DECISION),
  ],
)

/**
 * Streamed output of running turns that is not settled yet. A response is (session, response); its rows are ordered by
 * `part`. No foreign keys: a flush must not fail because of another table.
 */
export const streamJournal = pgTable(
  'stream_journal',
  {
    turnId: uuid('turn_id').notNull(),
    sessionId: bigint('session_id', { mode: 'number' }).notNull(),
    response: integer('response').notNull(),
    part: integer('part').notNull(),
    agentUuid: uuid('agent_uuid').notNull(),
    provider: text('provider').notNull(),
    model: losslessText('model').notNull(),
    thinkingLevel: text('thinking_level').notNull(),
    events: losslessJson('events').notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.turnId, table.sessionId, table.response, table.part] })],
)

/**
 * The hashes of the log (docs/behaviour/storage.md#hashes): one row per event, written by a trigger on `messages` in the
 * same transaction. A table of its own, because adding the hashes of older events to `messages` would write its rows and
 * their entries in the indexes of the search anew. No foreign keys: a row outlives an event that was removed by hand,
 * and so names it.
 */
export const eventHashes = pgTable(
  'event_hashes',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    agentUuid: uuid('agent_uuid').notNull(),
    /** The event's place among those of its agent, from 1, without gaps. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** 16 random bytes for the content and 16 for the data. Null: both were redacted. */
    salts: bytea('salts'),
    /**
     * Of a redacted event: the salted hashes of the content and the data that it had, of which its leaf is made. Null: it had
     * none, it was not redacted, or a version without these columns redacted it.
     */
    contentHash: bytea('content_hash'),
    dataHash: bytea('data_hash'),
    leaf: bytea('leaf').notNull(),
    chain: bytea('chain').notNull(),
  },
  (table) => [uniqueIndex('event_hashes_agent_uuid_seq').on(table.agentUuid, table.seq)],
)
