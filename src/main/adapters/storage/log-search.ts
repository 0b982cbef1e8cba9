import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FORK_REASONS } from '../../../shared/fork-reason.ts'
import type { LogSearch } from '../../core/ports/search-ports.ts'
import type { Database } from './database-clients.ts'
import { costToday } from './day-cost.ts'
import { type EventRow, toEvents } from './event-row.ts'
import { escapeText } from './lossless-text.ts'
import { blobs } from './schema/content.ts'
import { IS_CHECKPOINT, IS_CONTEXT_EDIT, messages } from './schema/log.ts'
import { toResult } from './storage-error.ts'

/** Must be identical to the expression of the index in the migration; otherwise the index is not used. */
const words = sql`message_words(${messages.content}, ${messages.data})`
const vector = sql`to_tsvector('simple'::regconfig, left(${words}, 100000))`

/**
 * Number of newest events that are read one by one before the indexes are used: frequent words are found among them.
 */
const RECENT = 1_000

/** The conditions of a search. An event matches if it meets one of them. */
type Conditions = readonly SQL[]

/**
 * Searches words with the full text index (`"a phrase"`, `or`, `-not`), and the literal text, including parts of words,
 * with trigrams. No index covers one or two letters, `c#` or `=>`: for these every event is read and only the literal
 * text is matched.
 *
 * Searches the newest events first, then each index separately. Otherwise the planner reads the log backwards for a
 * word that it estimates to be frequent, through every event that is newer than the matches; and with both conditions
 * in one query it parses every event again that the indexes have found.
 */
export function createLogSearch(database: Database): LogSearch {
  const select = (ids: SQL, limit: number): Promise<EventRow[]> =>
    database
      .select()
      .from(messages)
      .where(sql`${messages.id} in (${ids})`)
      .orderBy(desc(messages.id))
      .limit(limit)
  return {
    async find(text, { limit, beforeId }) {
      const conditions = conditionsOf(text)
      const found = await toResult(async () => {
        const recent = await select(amongRecent(conditions, beforeId), limit)
        return recent.length === limit ? recent : select(inAll(conditions, beforeId, limit), limit)
      })
      return found.ok ? toEvents(found.value) : found
    },
    async contextEdits(agentIds) {
      const found = await toResult(() =>
        database
          .select()
          .from(messages)
          .where(and(sql`${messages.agentUuid} = any(${`{${agentIds.join(',')}}`}::uuid[])`, IS_CONTEXT_EDIT)),
      )
      return found.ok ? toEvents(found.value) : found
    },
    async checkpoints(agentId) {
      const found = await toResult(() =>
        database
          .select()
          .from(messages)
          .where(and(eq(messages.agentUuid, agentId), IS_CHECKPOINT))
          .orderBy(messages.id),
      )
      return found.ok ? toEvents(found.value) : found
    },
    async checkpointsIn(folders) {
      const isInFolder = sql`${messages.data}->>'folder' in (select json_array_elements_text(${JSON.stringify(folders)}::json))`
      const found = await toResult(() =>
        database.select().from(messages).where(and(IS_CHECKPOINT, isInFolder)).orderBy(messages.id),
      )
      return found.ok ? toEvents(found.value) : found
    },
    async turn(agentId, turnId) {
      const first = sql`select min(id) from messages where agent_uuid = ${agentId} and turn_id = ${turnId}`
      const prompt = sql`select max(id) from messages where agent_uuid = ${agentId} and kind = 'user' and id < (${first})`
      const isPart = or(eq(messages.turnId, turnId), sql`${messages.id} = (${prompt})`)
      const found = await toResult(() =>
        database
          .select()
          .from(messages)
          .where(and(eq(messages.agentUuid, agentId), isPart))
          .orderBy(messages.id),
      )
      return found.ok ? toEvents(found.value) : found
    },
    costToday: (now) => costToday(database, now),
    forkFacts: () => toResult(async () => forkFactsSchema.parse(await database.execute(FORK_FACTS))),
    estimates: () => toResult(async () => estimatesSchema.parse(await database.execute(ESTIMATES))),
  }
}

const ESTIMATES = sql`
  select id as "eventId", messages.agent_uuid as "agentId",
    greatest(0, (data->>'estimated_tokens')::float8 - coalesce(total_tokens, 0)) as tokens
  from messages join responses on responses.event_id = messages.id
  where data->>'estimated_tokens' is not null`

/** Older forks have no reason; those of a model belong to its turn. */
const FORK_FACTS = sql`
  with forks as materialized (
    select data->>'child' as child,
      coalesce(data->>'reason', case when turn_id is null then 'fork' else 'tool' end) as reason
    from messages where kind = 'fork'
  )
  select agents.uuid as "agentId", case when parent_uuid is not null then coalesce(forks.reason, 'fork') end as reason,
    last.id as "lastMessageId", last.created_at as "lastActivityAt",
    case when ending.type is not null then jsonb_build_object('type', ending.type, 'eventId', ending.id) end as unfinished
  from agents left join forks on child = agents.uuid::text left join lateral (
    select id, created_at from messages
    where agent_uuid = agents.uuid and kind in ('user', 'assistant', 'interrupted', 'mail', 'merge') order by id desc limit 1
  ) as last on true left join lateral (
    select id, case when kind = 'error' then 'failed'
      when kind = 'interrupted' and data->>'reason' <> 'cancelled' then 'interrupted' end as type
    from messages where agent_uuid = agents.uuid
      and kind in ('user', 'assistant', 'interrupted', 'mail', 'merge', 'error', 'clear', 'rewind', 'summary')
    order by id desc limit 1
  ) as ending on true`

const forkFactsSchema = z.array(
  z.object({
    agentId: z.string(),
    reason: z
      .enum([...FORK_REASONS, 'tool'])
      .nullable()
      .catch('fork'),
    lastMessageId: z.coerce.number().nullable(),
    lastActivityAt: z.coerce
      .date()
      .transform((date) => date.toISOString())
      .nullable(),
    unfinished: z.object({ type: z.enum(['interrupted', 'failed']), eventId: z.number() }).nullable(),
  }),
)

const estimatesSchema = z.array(z.object({ eventId: z.coerce.number(), agentId: z.string(), tokens: z.number() }))

function conditionsOf(text: string): Conditions {
  const wanted = escapeText(text)
  const asItStands = sql`${words} ilike ${`%${escapeLike(wanted)}%`}`
  const ofFiles = sql`${messages.id} in (${withFiles(wanted, isTooShort(text))})`
  return isTooShort(text)
    ? [withoutIndex(wanted, asItStands), ofFiles]
    : [asItStands, sql`${vector} @@ websearch_to_tsquery('simple'::regconfig, ${wanted})`, ofFiles]
}

/**
 * The condition for a text that no index covers, so that every event is read. `ilike` first converts the whole event to
 * small letters; this compares the stored bytes with each way to write the text in capitals, which is faster, most of
 * all where a script has no capitals. The JSON text of the data contains the wanted text as it is, unless it is written
 * with an escape; only those events are read in full.
 */
function withoutIndex(wanted: string, asItStands: SQL): SQL {
  const spellings = inCapitals(wanted)
  if (spellings === null || /[\\/]/.test(wanted)) return asItStands
  const patterns = spellings.map((spelling) => `%${escapeLike(spelling)}%`)
  const contains = (text: SQL): SQL =>
    sql`(${sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql` or `,
    )})`
  const data = sql`${messages.data}::text`
  return sql`(${contains(sql`${messages.content}`)}
    or ((${contains(data)} or ${data} like ${String.raw`%\\u%`}) and ${asItStands}))`
}

/** More letters would make too many spellings. */
const MAX_SPELLINGS = 8

/** Returns the text with each of its letters as a capital and not; null: there are too many. */
export function inCapitals(text: string): readonly string[] | null {
  let spellings = ['']
  for (const character of text) {
    const forms = new Set([character, character.toLowerCase(), character.toUpperCase()])
    spellings = spellings.flatMap((start) => [...forms].map((form) => start + form))
    if (spellings.length > MAX_SPELLINGS) return null
  }
  return spellings
}

/** Must be identical to the expression of the index in the migration. */
const fileVector = sql`to_tsvector('simple'::regconfig, left(coalesce(${blobs.content}, ''), 100000))`

/** The events that refer to a file with a matching name or text. One query for each index. */
function withFiles(wanted: string, isLiteral: boolean): SQL {
  const pattern = `%${escapeLike(wanted)}%`
  const texts = sql`select event_id from attachments join blobs using (sha256) where`
  const parts = [
    sql`select event_id from attachments where name ilike ${pattern}`,
    sql`${texts} ${blobs.content} ilike ${pattern}`,
    ...(isLiteral ? [] : [sql`${texts} ${fileVector} @@ websearch_to_tsquery('simple'::regconfig, ${wanted})`]),
  ]
  return sql.join(parts, sql` union `)
}

/** The inner query is aliased to the name of the table, so that the conditions refer to its columns. */
function amongRecent(conditions: Conditions, beforeId: number): SQL {
  return sql`select id from (
    select id, content, data from messages where id < ${beforeId} order by id desc limit ${RECENT}
  ) as messages where ${sql.join([...conditions], sql` or `)}`
}

function inAll(conditions: Conditions, beforeId: number, limit: number): SQL {
  const each = conditions.map((condition) => sql`select id from messages where id < ${beforeId} and ${condition}`)
  // `materialized`: otherwise the limit makes the planner ignore the index.
  return sql`with found as materialized (${sql.join(each, sql` union `)}) select id from found order by id desc limit ${limit}`
}

/** Returns whether the text is one word without three consecutive letters or digits: it has no trigram. */
function isTooShort(text: string): boolean {
  return !/[\s"]|[\p{L}\p{N}]{3}/u.test(text)
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
