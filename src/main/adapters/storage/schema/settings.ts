import { sql } from 'drizzle-orm'
import { pgTable, timestamp } from 'drizzle-orm/pg-core'

import { losslessJson, losslessText } from './columns.ts'

export const settings = pgTable('settings', {
  key: losslessText('key').primaryKey(),
  value: losslessJson('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
})
