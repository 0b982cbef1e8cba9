import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import { errorCategorySchema } from '../../../shared/app-error.ts'
import { answerSources } from '../../../shared/contract/fields.ts'
import { kindsWith } from '../../../shared/event-facts.ts'
import { exactTime } from '../../../shared/exact-time.ts'
import { FORK_REASONS } from '../../../shared/fork-reason.ts'
import type { HomeId } from '../../../shared/home.ts'
import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import { recordedError } from '../../../shared/recorded-error.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import type { FindOptions, LogSearch } from '../../core/ports/search-ports.ts'
import type { Database } from './database-clients.ts'
import { costIn } from './usage-sums.ts'
import { type EventRow, toEvents } from './event-row.ts'
import { RESTORED_UNTIL } from '../../core/ports/backup-ports.ts'
import { readMapPoints } from './map-points.ts'
import { IS_CHECKPOINT, IS_CONTEXT_EDIT, messages } from './schema/log.ts'
import {
  type Conditions,
  type SearchedRange,
  indexedConditions,
  isTooShort,
  literalConditions,
} from './search-conditions.ts'
import { toResult } from './storage-error.ts'

/**
 * Number of newest events that are read one by one before the indexes are used: frequent words are found among them.
 */
const RECENT = 1_000

/** How long one call reads events that no index covers, ms: about 60,000 events on a slow machine. */
const UNINDEXED_MS = 100
/** Events that are read at once: few at first, twice as many while that is quick. */
const FIRST_PART = 2_000
const QUICK_PART_MS = 20

/**
 * Searches words with the full text index (`"a phrase"`, `or`, `-not`), and the literal text, including parts of words,
 * with trigrams. No index covers one or two letters, `c#` or `=>`: for these the events are read, newest first, and only
 * the literal text is matched. That ends after a time, and the next call goes on from there.
 *
 * Searches the newest events first, then each index separately. Otherwise the planner reads the log backwards for a
 * word that it estimates to be frequent, through every event that is newer than the matches; and with both conditions
 * in one query it parses every event again that the indexes have found.
 */
export function createLogSearch(database: Database, home: HomeId, unindexedMs = UNINDEXED_MS): LogSearch {
  const select = (ids: SQL, limit: number): Promise<EventRow[]> =>
    database
      .select()
      .from(messages)
      .where(sql`${messages.id} in (${ids})`)
      .orderBy(desc(messages.id))
      .limit(limit)
  const findByIndex = async (text: string, { limit, beforeId }: FindOptions): Promise<FoundRows> => {
    const conditions = indexedConditions(text)
    const recent = await select(amongRecent(conditions, beforeId), limit)
    const rows = recent.length === limit ? recent : await select(inAll(conditions, beforeId, limit), limit)
    return { rows, searchedFrom: 0 }
  }
  const findInParts = async (text: string, { limit, beforeId }: FindOptions): Promise<FoundRows> => {
    const [{ first, last } = NO_EVENTS] = endsSchema.parse(await database.execute(ENDS))
    const end = performance.now() + unindexedMs
    const rows: EventRow[] = []
    let [to, size] = [Math.min(beforeId, last + 1), FIRST_PART]
    while (rows.length < limit && to > first) {
      const begun = performance.now()
      const range = { from: Math.max(first, to - size), to }
      rows.push(...(await select(amongRange(literalConditions(text, range), range), limit - rows.length)))
      to = range.from
      if (performance.now() >= end) break
      if (performance.now() - begun < QUICK_PART_MS) size *= 2
    }
    return { rows, searchedFrom: to > first ? to : 0 }
  }
  return {
    async find(text, options) {
      const found = await toResult(() => (isTooShort(text) ? findInParts : findByIndex)(text, options))
      if (!found.ok) return found
      const { rows, searchedFrom } = found.value
      return mapOk(toEvents(rows), (events) => ({ events, searchedFrom }))
    },
    contextEdits: (agentIds) =>
      eventsWhere(
        database,
        and(sql`${messages.agentUuid} = any(${`{${agentIds.join(',')}}`}::uuid[])`, IS_CONTEXT_EDIT),
      ),
    checkpoints: (agentId) => eventsWhere(database, and(eq(messages.agentUuid, agentId), IS_CHECKPOINT, IS_OF_HERE)),
    checkpointsIn(folders) {
      const isInFolder = sql`${messages.data}->>'folder' in (select json_array_elements_text(${JSON.stringify(folders)}::json))`
      return eventsWhere(database, and(IS_CHECKPOINT, IS_OF_HERE, isInFolder))
    },
    turn: (agentId, turnId) => eventsWhere(database, and(eq(messages.agentUuid, agentId), partOfTurn(agentId, turnId))),
    mapPoints: (options) => toResult(() => readMapPoints(database, options)),
    costIn: (period, now) => costIn(database, home, { period, now }),
    forkFacts: () => toResult(async () => forkFactsSchema.parse(await database.execute(FORK_FACTS))),
    estimates: () => toResult(async () => estimatesSchema.parse(await database.execute(ESTIMATES))),
  }
}

/** Returns the events that a condition selects, oldest first. */
async function eventsWhere(database: Database, condition: SQL | undefined): Promise<Result<readonly AgentEvent[]>> {
  const found = await toResult(() => database.select().from(messages).where(condition).orderBy(messages.id))
  return found.ok ? toEvents(found.value) : found
}

/** Whether an event did not come with a backup that is not verified: states of folders that it names lead to files here. */
const IS_OF_HERE = sql`${messages.id} > coalesce(
  (select (value #>> '{}')::bigint from settings where key = ${RESTORED_UNTIL}), 0)`

/** The events of a turn, the prompt before it, and the merges since the answer before it that were not taken out again. */
function partOfTurn(agentId: AgentId, turnId: TurnId) {
  const first = sql`select min(id) from messages where agent_uuid = ${agentId} and turn_id = ${turnId}`
  const newest = (kind: 'user' | 'assistant') =>
    sql`select coalesce(max(id), 0) from messages where agent_uuid = ${agentId} and kind = ${kind} and id < (${first})`
  const isRemoved = sql`exists (select from messages removal where removal.agent_uuid = ${agentId}
    and removal.kind = 'rewind' and (removal.data->>'target_id')::bigint = ${messages.id})`
  const isMerge = sql`${messages.kind} = 'merge' and ${messages.id} between (${newest('assistant')}) and (${first}) and not ${isRemoved}`
  return or(eq(messages.turnId, turnId), sql`${messages.id} = (${newest('user')})`, isMerge)
}

const ESTIMATES = sql`
  select id as "eventId", messages.agent_uuid as "agentId",
    greatest(0, (data->>'estimated_tokens')::float8 - coalesce(total_tokens, 0)) as tokens
  from messages join responses on responses.event_id = messages.id
  where data->>'estimated_tokens' is not null`

const MESSAGES = kindsWith('message', 'whole')

/** Older forks have no reason; those of a model belong to its turn. */
const FORK_FACTS = sql`
  with forks as materialized (
    select data->>'child' as child, data->'answers' as answers,
      data->>'delegated' as delegated,
      coalesce(data->>'reason', case when turn_id is null then 'fork' else 'tool' end) as reason
    from messages where kind = 'fork'
  )
  select agents.uuid as "agentId", case when parent_uuid is not null then coalesce(forks.reason, 'fork') end as reason,
    coalesce(forks.delegated, '') = 'true' as delegated,
    case when forks.reason = 'judge' then forks.answers::jsonb end as judged,
    last.id as "lastMessageId", last.created_at as "lastActivityAt",
    case when ending.type is not null then jsonb_build_object('type', ending.type, 'eventId', ending.id) end as unfinished,
    case when ending.type = 'failed' then jsonb_build_object('message', coalesce(ending.content, ''), 'data', ending.data) end as failure
  from agents left join forks on child = agents.uuid::text left join lateral (
    select id, created_at from messages
    where agent_uuid = agents.uuid and kind in ${MESSAGES} order by id desc limit 1
  ) as last on true left join lateral (
    select id, content, data, case when kind = 'error' then 'failed'
      when kind = 'interrupted' and data->>'reason' <> 'cancelled' then 'interrupted' end as type
    from messages where agent_uuid = agents.uuid
      and kind in ${[...MESSAGES, 'error', ...kindsWith('context', 'edit')]}
    order by id desc limit 1
  ) as ending on true`

/** What is needed of a recorded error; of one that another program wrote differently nothing is. */
const failureSchema = z
  .object({
    message: z.string(),
    data: z.object({
      category: errorCategorySchema,
      retryable: z.boolean(),
      http_status: z.number().optional(),
      provider_code: z.string().optional(),
      request_id: z.string().optional(),
    }),
  })
  .transform(({ message, data }) => recordedError(message, data))

const forkFactsSchema = z.array(
  z.object({
    agentId: z.string(),
    reason: z
      .enum([...FORK_REASONS, 'tool'])
      .nullable()
      .catch('fork'),
    delegated: z.boolean(),
    judged: answerSources.nullish().catch(null),
    lastMessageId: z.coerce.number().nullable(),
    lastActivityAt: z.string().transform(exactTime).nullable(),
    unfinished: z.object({ type: z.enum(['interrupted', 'failed']), eventId: z.number() }).nullable(),
    failure: failureSchema.nullable().catch(null),
  }),
)

const estimatesSchema = z.array(z.object({ eventId: z.coerce.number(), agentId: z.string(), tokens: z.number() }))

interface FoundRows {
  readonly rows: readonly EventRow[]
  readonly searchedFrom: EventId
}

const ENDS = sql`select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from messages`
const endsSchema = z.array(z.object({ first: z.coerce.number(), last: z.coerce.number() }))
const NO_EVENTS = { first: 0, last: 0 }

function amongRange(conditions: Conditions, { from, to }: SearchedRange): SQL {
  return sql`select id from messages where id >= ${from} and id < ${to} and (${sql.join([...conditions], sql` or `)})`
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
