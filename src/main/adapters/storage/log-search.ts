import { and, desc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ModelUsage } from '../../../shared/token-totals.ts'
import type { LogSearch } from '../../core/ports.ts'
import type { Database } from './database-clients.ts'
import { type EventRow, toEvents } from './event-row.ts'
import { escapeText } from './lossless-text.ts'
import { IS_ACT, messages } from './schema.ts'
import { attempt } from './storage-error.ts'

/** As in the index of the migration, to the letter: otherwise it is not used. */
const words = sql`message_words(${messages.content}, ${messages.data})`
const vector = sql`to_tsvector('simple'::regconfig, left(${words}, 100000))`

/** Events that are looked at one by one before the indexes are asked: words that stand everywhere are found among them. */
const RECENT = 1_000

/** What a search wants: each condition is a way to be found. */
type Conditions = readonly SQL[]

/**
 * Words by the full text index (`"a phrase"`, `or`, `-not`), and the text as it stands, parts of words too, by trigrams.
 * One or two letters, `c#`, `=>`: no index knows them, every event is read, and only for the text as it stands, which
 * takes a quarter of the time.
 *
 * The newest events first, then each index by itself. Left to choose, the database reads the log backwards for a word
 * that it thinks is common, through every event that is newer than the topic; and with both conditions in one it parses
 * every event again that the indexes have found.
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
      const found = await attempt(async () => {
        const recent = await select(amongRecent(conditions, beforeId), limit)
        return recent.length === limit ? recent : select(inAll(conditions, beforeId, limit), limit)
      })
      return found.ok ? toEvents(found.value) : found
    },
    async acts(agentIds) {
      const found = await attempt(() =>
        database
          .select()
          .from(messages)
          .where(and(sql`${messages.agentUuid} = any(${`{${agentIds.join(',')}}`}::uuid[])`, IS_ACT)),
      )
      return found.ok ? toEvents(found.value) : found
    },
    usageByModel: () =>
      attempt(async () => usageSchema.parse(await database.execute(USAGE_BY_MODEL)).map(toModelUsage)),
    estimates: () => attempt(async () => estimatesSchema.parse(await database.execute(ESTIMATES))),
  }
}

const ESTIMATES = sql`
  select id as "eventId", agent_uuid as "agentId", (data->>'estimated_tokens')::float8 as tokens
  from messages
  where kind in ('assistant', 'interrupted', 'summary') and data->>'estimated_tokens' is not null`

const estimatesSchema = z.array(z.object({ eventId: z.coerce.number(), agentId: z.string(), tokens: z.number() }))

/** As reported, which is where there are input tokens: what was not reported is not counted as an answer. */
const USAGE_BY_MODEL = sql`
  select agent_uuid, data->>'provider' as provider, data->>'model' as model, count(*)::int as answers,
    sum((data->>'input_tokens')::float8) as input,
    coalesce(sum((data->>'output_tokens')::float8), 0) as output,
    coalesce(sum((data->>'thinking_tokens')::float8), 0) as thinking,
    coalesce(sum((data->>'cached_tokens')::float8), 0) as cached
  from messages
  where kind in ('assistant', 'summary') and data->>'input_tokens' is not null
  group by 1, 2, 3`

const usageSchema = z.array(
  z.object({
    agent_uuid: z.string(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    answers: z.number(),
    input: z.number(),
    output: z.number(),
    thinking: z.number(),
    cached: z.number(),
  }),
)

function toModelUsage(row: z.infer<typeof usageSchema>[number]): ModelUsage {
  const { agent_uuid: agentId, provider, model, answers, input, output } = row
  const usage = {
    inputTokens: input,
    outputTokens: output,
    thinkingTokens: row.thinking,
    cachedTokens: row.cached,
    totalTokens: input + output,
  }
  return { agentId, provider, model, answers, usage }
}

function conditionsOf(text: string): Conditions {
  const wanted = escapeText(text)
  const asItStands = sql`${words} ilike ${`%${escapeLike(wanted)}%`}`
  return isTooShort(text)
    ? [asItStands]
    : [asItStands, sql`${vector} @@ websearch_to_tsquery('simple'::regconfig, ${wanted})`]
}

/** The inner query goes by the name of the table, so that the conditions read its columns. */
function amongRecent(conditions: Conditions, beforeId: number): SQL {
  return sql`select id from (
    select id, content, data from messages where id < ${beforeId} order by id desc limit ${RECENT}
  ) as messages where ${sql.join([...conditions], sql` or `)}`
}

function inAll(conditions: Conditions, beforeId: number, limit: number): SQL {
  const each = conditions.map((condition) => sql`select id from messages where id < ${beforeId} and ${condition}`)
  // Materialized: the limit must not talk the database out of the index.
  return sql`with found as materialized (${sql.join(each, sql` union `)}) select id from found order by id desc limit ${limit}`
}

/** One word without three letters or digits in a row: it has no trigram. */
function isTooShort(text: string): boolean {
  return !/[\s"]|[\p{L}\p{N}]{3}/u.test(text)
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
