import { eq, sql } from 'drizzle-orm'
import type { SettingsStore } from '../../core/ports.ts'
import type { Database } from './database-clients.ts'
import { drafts, settings } from './schema.ts'
import { attempt } from './storage-error.ts'

const now = sql`clock_timestamp()`

export function createSettingsStore(database: Database): SettingsStore {
  return {
    get: (key) =>
      attempt(async () => {
        const [row] = await database.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
        return row?.value ?? null
      }),
    set: (key, value) =>
      attempt(async () => {
        const row = { value, updatedAt: now }
        await database
          .insert(settings)
          .values({ key, ...row })
          .onConflictDoUpdate({ target: settings.key, set: row })
        return null
      }),
    draft: (agentId) =>
      attempt(async () => {
        const [row] = await database
          .select({ content: drafts.content })
          .from(drafts)
          .where(eq(drafts.agentUuid, agentId))
        return row?.content ?? ''
      }),
    setDraft: (agentUuid, content) =>
      attempt(async () => {
        const row = { content, updatedAt: now }
        await database
          .insert(drafts)
          .values({ agentUuid, ...row })
          .onConflictDoUpdate({ target: drafts.agentUuid, set: row })
        return null
      }),
  }
}
