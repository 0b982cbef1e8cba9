import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

import { bytea, createdAt, losslessText } from './columns.ts'

/**
 * The files of messages, each stored once. Refuses changes as the log does. All columns follow from the bytes, which
 * are the pieces of `upload`.
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

/**
 * The bytes of files. Pieces of a stored file cannot be changed; those of an abandoned upload are removed after a day.
 */
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

/**
 * When a client was last told that a file is stored: it may refer to it without sending it again. Not part of a backup.
 */
export const fileUses = pgTable('file_uses', {
  sha256: text('sha256').primaryKey(),
  usedAt: timestamp('used_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
})

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
