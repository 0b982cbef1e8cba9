import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

import type { JsonValue } from '../../../../shared/json.ts'
import { exactTime } from '../../../../shared/exact-time.ts'
import { decodeJson, encodeJson, escapeText, unescapeText } from '../lossless-text.ts'

/**
 * Columns of several tables. The tables are those of docs/behaviour/storage.md#tables; the migrations in `drizzle/` are
 * generated from the files of this folder.
 */

export const losslessText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: escapeText,
  fromDriver: unescapeText,
})

export const losslessJson = customType<{ data: JsonValue; driverData: string }>({
  dataType: () => 'json',
  toDriver: encodeJson,
  fromDriver: decodeJson,
})

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A time to the microsecond, as ISO 8601 in UTC. */
export const exactTimestamp = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: exactTime,
})

export const createdAt = timestamp('created_at', { withTimezone: true })
  .notNull()
  .default(sql`clock_timestamp()`)
export const tokens = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
