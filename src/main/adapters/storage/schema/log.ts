import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import { agents, sessions } from './agents.ts'
import { createdAt, exactTimestamp, losslessJson, losslessText } from './columns.ts'

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
