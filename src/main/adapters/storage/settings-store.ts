import { and, eq, sql } from 'drizzle-orm'
import { withFiles } from '../../../shared/attachment.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
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

/**
 * How long a value that was read is used again, ms. A call reads some of them five times within this time, from its preparation
 * to its start. A change by another engine takes effect up to this much later, which is less than a call takes to start.
 */
export const FRESH_MS = 10

/** Most values that are held; there may be thousands of agents. */
const MAX_READS = 200

/**
 * The settings that each call reads, also below the name of a home. Not those by which an engine takes a right away from calls
 * of another one: rules, levels of the sandbox and trust.
 */
const OF_CALLS = /^(?:home:[^:]*:)?(?:agent_folders|budgets|run_limits|(?:agent_folder|turn_rights):.*)$/

interface RecentRead {
  /** When it was begun: the value is not older. */
  readonly at: number
  readonly value: Promise<Result<JsonValue | null>>
}

/**
 * A store that reads a setting of calls once for reads within `FRESH_MS`, and again after each change through it. `now`: ms,
 * never going back.
 */
export function recentSettings(store: SettingsStore<string>, now: () => number): SettingsStore<string> {
  const recent = new Map<string, RecentRead>()
  /** A read that began before the end of a change may have seen what was before. */
  const changing = async <T>(key: string, change: () => Promise<T>): Promise<T> => {
    try {
      return await change()
    } finally {
      recent.delete(key)
    }
  }
  return {
    ...store,
    get(key) {
      const last = recent.get(key)
      if (last !== undefined && now() - last.at < FRESH_MS) return last.value
      const value = store.get(key)
      if (!OF_CALLS.test(key)) return value
      const read = { at: now(), value }
      if (recent.size >= MAX_READS) recent.clear()
      recent.set(key, read)
      void value.then(({ ok }) => {
        if (!ok && recent.get(key) === read) recent.delete(key)
      })
      return value
    },
    set: (key, value) => changing(key, () => store.set(key, value)),
    replace: (key, expected, value) => changing(key, () => store.replace(key, expected, value)),
  }
}
