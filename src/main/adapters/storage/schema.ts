import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  bigint,
  bigserial,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { JsonValue } from '../../../shared/json.ts'
import { decodeJson, encodeJson, escapeText, unescapeText } from './lossless-text.ts'

/** The tables of docs/behaviour/storage.md#tables. The migrations in `drizzle/` are generated from this file. */

const losslessText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: escapeText,
  fromDriver: unescapeText,
})

const losslessJson = customType<{ data: JsonValue; driverData: string }>({
  dataType: () => 'json',
  toDriver: encodeJson,
  fromDriver: decodeJson,
})

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

const createdAt = timestamp('created_at', { withTimezone: true })
  .notNull()
  .default(sql`clock_timestamp()`)
const tokens = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** One row per engine run. `ended_at` stays null if the engine crashed. */
export const sessions = pgTable('sessions', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  host: losslessText('host').notNull(),
  version: text('version').notNull(),
  startedAt: timestamp('started_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
  endedAt: timestamp('ended_at', { withTimezone: true }),
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
    /** Responses that used tokens and whose cost is not known. */
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
  },
  // For a kill, which finds the descendants of an agent.
  (table) => [index('agents_parent_uuid').on(table.parentUuid)],
)

/** Events that remove something from a context. They are rare and have their own index. */
export const IS_CONTEXT_EDIT = sql`kind in ('clear', 'rewind', 'summary')`

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
    createdAt,
  },
  (table) => [
    index('messages_agent_uuid_id').on(table.agentUuid, table.id),
    index('messages_acts').on(table.agentUuid).where(IS_CONTEXT_EDIT),
  ],
)

/**
 * One row per response of a model (`assistant`, `interrupted`, `summary`), for sums over the whole log. Written by a
 * trigger on `messages` in the same transaction; refuses changes as the log does. Null means not recorded, never 0. No
 * foreign keys: the event of a row has them.
 */
export const responses = pgTable(
  'responses',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    agentUuid: uuid('agent_uuid').notNull(),
    rootUuid: uuid('root_uuid').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    kind: text('kind').notNull(),
    provider: losslessText('provider'),
    requestedModel: losslessText('requested_model'),
    /** As named in the answer. */
    model: losslessText('model'),
    /** The pool that the model was chosen from, without the `@`. */
    pool: losslessText('pool'),
    serviceTier: losslessText('service_tier'),
    /** All input, cached and written tokens included. */
    inputTokens: bigint('input_tokens', { mode: 'number' }),
    cachedTokens: bigint('cached_tokens', { mode: 'number' }),
    cacheWrite5m: bigint('cache_write_5m', { mode: 'number' }),
    cacheWrite30m: bigint('cache_write_30m', { mode: 'number' }),
    cacheWrite1h: bigint('cache_write_1h', { mode: 'number' }),
    cacheWrite12h: bigint('cache_write_12h', { mode: 'number' }),
    /** Written without a reported lifetime. */
    cacheWriteUnknown: bigint('cache_write_unknown', { mode: 'number' }),
    /** All output, thinking included. */
    outputTokens: bigint('output_tokens', { mode: 'number' }),
    thinkingTokens: bigint('thinking_tokens', { mode: 'number' }),
    totalTokens: bigint('total_tokens', { mode: 'number' }),
    serverToolUses: bigint('server_tool_uses', { mode: 'number' }),
    costUsd: doublePrecision('cost_usd'),
    /** `provider` or `list`; null without a cost. */
    costSource: text('cost_source'),
    isLowerBound: boolean('is_lower_bound').notNull(),
  },
  (table) => [index('responses_created_at').on(table.createdAt)],
)

/**
 * The files of messages, each stored once. Refuses changes as the log does. All columns follow from the bytes, which are
 * the pieces of `upload`.
 */
export const blobs = pgTable('blobs', {
  /** Lowercase hexadecimal digits. */
  sha256: text('sha256').primaryKey(),
  upload: uuid('upload').notNull().unique(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  mediaType: text('media_type').notNull(),
  kind: text('kind').notNull(),
  width: integer('width'),
  height: integer('height'),
  pages: integer('pages'),
  /** Text of a text file or PDF, for models that cannot take the file itself. */
  content: losslessText('content'),
  /** Length of `content`, UTF-16 units. */
  characters: integer('characters'),
  createdAt,
})

/** The bytes of files. Pieces of a stored file cannot be changed; those of an abandoned upload are removed after a day. */
export const blobPieces = pgTable(
  'blob_pieces',
  {
    upload: uuid('upload').notNull(),
    /** Position of the first byte in the file. */
    start: bigint('start', { mode: 'number' }).notNull(),
    data: bytea('data').notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.upload, table.start] })],
)

/** Which events refer to which files. Written by a trigger on `messages` in the same transaction. */
export const attachments = pgTable(
  'attachments',
  {
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    /** From 1, in the order of the event. */
    position: integer('position').notNull(),
    sha256: text('sha256').notNull(),
    name: losslessText('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.position] }), index('attachments_sha256').on(table.sha256)],
)

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
    sentAt: timestamp('sent_at', { withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    readAt: timestamp('read_at', { withTimezone: true }),
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
    createdAt,
  },
  (table) => [index('queued_prompts_agent_uuid_position').on(table.agentUuid, table.position)],
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

export const settings = pgTable('settings', {
  key: losslessText('key').primaryKey(),
  value: losslessJson('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
})
