import { z } from 'zod'

import { signedHeadSchema } from './signed-head.ts'

/** Tables that change: every backup writes them anew. In the order in which they are restored, before the events. */
export const CHANGING_TABLES = ['sessions', 'agents'] as const

/** The other tables that change; restored after the events. */
export const LATER_TABLES = ['mail', 'queued_prompts', 'drafts', 'settings', 'stream_journal'] as const

const BACKUP_TABLES = [...CHANGING_TABLES, ...LATER_TABLES, 'messages', 'event_hashes', 'blobs'] as const
export type BackupTable = (typeof BACKUP_TABLES)[number]

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)
const countSchema = z.number().int().nonnegative()
const eventIdSchema = z.number().int().positive()

/** A file of a backup, named after the SHA-256 of its bytes as they are on the disk. */
const backupFileSchema = z.strictObject({ file: sha256Schema, bytes: countSchema })

const idRangeSchema = z.tuple([eventIdSchema, eventIdSchema]).refine(([first, last]) => first <= last)

/** Rows of events with these ids. */
const eventFileSchema = backupFileSchema.extend({ rows: countSchema, ranges: z.array(idRangeSchema) })

/** What a backup holds: the content of `ikigai-backup.json`. */
export const backupManifestSchema = z.strictObject({
  /** The log that the backup is of. A restored log gets an id of its own. */
  logId: z.uuid(),
  madeAt: z.iso.datetime(),
  /** The newest migration of the database, ms since the epoch. */
  schema: countSchema,
  events: z.array(eventFileSchema),
  /** The hashes of events. Backups of older versions have none. */
  hashes: z.array(eventFileSchema).default([]),
  blobs: z.array(backupFileSchema.extend({ sha256: sha256Schema })),
  tables: z.array(backupFileSchema.extend({ rows: countSchema, table: z.enum([...CHANGING_TABLES, ...LATER_TABLES]) })),
  /** One event, by which a copy of the log that was continued elsewhere is told from the log itself. Null: no events. */
  newest: z.strictObject({ id: eventIdSchema, sha256: sha256Schema }).nullable(),
  /** The last signed head of the log. Null: there is none; backups of older versions have none. */
  signed: signedHeadSchema.nullable().default(null),
})
export type BackupManifest = z.infer<typeof backupManifestSchema>
export type BackupFile = z.infer<typeof backupFileSchema>
/** First and last id, both included. */
export type IdRange = z.infer<typeof idRangeSchema>

/** Upper limit of the key derivation's cost: a file must not decide how much memory is taken (here 1 GiB). */
const LARGEST_COST = 2 ** 20

/** `ikigai-backup.json`. The body is the manifest as JSON; in an encrypted backup it is encrypted, in base64. */
export const backupHeaderSchema = z.strictObject({
  format: z.literal('ikigai-backup'),
  version: z.number().int().positive(),
  encryption: z
    .strictObject({
      kdf: z.literal('scrypt'),
      cost: z
        .number()
        .int()
        .min(2)
        .max(LARGEST_COST)
        .refine((cost) => Number.isInteger(Math.log2(cost))),
      salt: z.base64(),
    })
    .nullable(),
  body: z.string(),
  /** Of `body`. */
  sha256: sha256Schema,
})
export type BackupEncryption = NonNullable<z.infer<typeof backupHeaderSchema>['encryption']>

/** The first line of each file of a backup, before it is compressed. The rest are rows of COPY's text format. */
export const backupFileHeaderSchema = z.strictObject({
  table: z.enum(BACKUP_TABLES),
  columns: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
})
