import { bigint, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { bytea } from './columns.ts'

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
