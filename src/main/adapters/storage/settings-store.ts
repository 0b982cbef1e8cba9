import { and, eq, sql } from 'drizzle-orm'
import { withFiles } from '../../../shared/attachment.ts'
import type { SettingsStore } from '../../core/ports/log-ports.ts'
import type { Database } from './database-clients.ts'
import { encodeJson } from './lossless-text.ts'
import { drafts } from './schema/prompts.ts'
import { settings } from './schema/settings.ts'
import { toResult } from './storage-error.ts'

const now = sql`clock_timestamp()`

export function createSettingsStore(database: Database): SettingsStore<string> {
  // Prepared, because a turn reads several settings before its first request.
  const valueOf = database
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key')))
    .prepare('setting')
  return {
    get: (key) => toResult(async () => (await valueOf.execute({ key }))[0]?.value ?? null),
    getAll: (keys) =>
      toResult(async () => {
        // One parameter for any number of keys: a statement takes at most 65,535 parameters.
        const wanted = sql`select json_array_elements_text(${encodeJson(keys)}::json)`
        const rows = await database
          .select()
          .from(settings)
          .where(sql`${settings.key} in (${wanted})`)
        return new Map(rows.map(({ key, value }) => [key, value]))
      }),
    set: (key, value) =>
      toResult(async () => {
        const row = { value, updatedAt: now }
        await database
          .insert(settings)
          .values({ key, ...row })
          .onConflictDoUpdate({ target: settings.key, set: row })
        return null
      }),
    replace: (key, expected, value) =>
      toResult(async () => {
        const row = { value, updatedAt: now }
        const written = { key: settings.key }
        if (expected === null) {
          const added = database.insert(settings).values({ key, ...row })
          return (await added.onConflictDoNothing().returning(written)).length === 1
        }
        const isExpected = sql`${settings.value}::jsonb = ${encodeJson(expected)}::jsonb`
        const changed = database
          .update(settings)
          .set(row)
          .where(and(eq(settings.key, key), isExpected))
        return (await changed.returning(written)).length === 1
      }),
    draft: (agentId) =>
      toResult(async () => {
        const [row] = await database
          .select({ text: drafts.content, asText: drafts.asText, attachments: drafts.attachments })
          .from(drafts)
          .where(eq(drafts.agentUuid, agentId))
        return row === undefined
          ? { text: '', asText: false }
          : { text: row.text, asText: row.asText, ...withFiles(row.attachments) }
      }),
    setDraft: (agentUuid, { text: content, asText, attachments = [] }) =>
      toResult(async () => {
        const row = { content, asText, attachments: sql`${encodeJson(attachments)}::json`, updatedAt: now }
        await database
          .insert(drafts)
          .values({ agentUuid, ...row })
          .onConflictDoUpdate({ target: drafts.agentUuid, set: row })
        return null
      }),
  }
}
