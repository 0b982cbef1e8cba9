import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

import { agents } from './agents.ts'
import { createdAt, exactTimestamp, losslessJson, losslessText } from './columns.ts'

export const mail = pgTable(
  'mail',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    fromAgent: uuid('from_agent')
      .notNull()
      .references(() => agents.uuid),
    toAgent: uuid('to_agent')
      .notNull()
      .references(() => agents.uuid),
    content: losslessText('content').notNull(),
    sentAt: exactTimestamp('sent_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    readAt: exactTimestamp('read_at'),
  },
  (table) => [index('mail_to_agent_id').on(table.toAgent, table.id)],
)

/** Prompts that wait for the end of a turn. A row is deleted by the commit that sends it. */
export const queuedPrompts = pgTable(
  'queued_prompts',
  {
    id: uuid('id').primaryKey(),
    agentUuid: uuid('agent_uuid')
      .notNull()
      .references(() => agents.uuid),
    position: bigserial('position', { mode: 'number' }).notNull(),
    content: losslessText('content').notNull(),
    asText: boolean('as_text').notNull().default(false),
    attachments: losslessJson('attachments').notNull().default([]),
    /** The home of the user who wrote it, if that is not the agent's: then a user at the agent's home sends it. */
    home: uuid('home'),
    createdAt,
  },
  (table) => [index('queued_prompts_agent_uuid_position').on(table.agentUuid, table.position)],
)

export const drafts = pgTable('drafts', {
  agentUuid: uuid('agent_uuid').primaryKey(),
  content: losslessText('content').notNull(),
  /** Some of the text was pasted: none of its lines is a command. */
  asText: boolean('as_text').notNull().default(false),
  attachments: losslessJson('attachments').notNull().default([]),
  updatedAt: timestamp('updated_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
})
