import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { exactTime } from '../../../shared/exact-time.ts'
import type { HomeId } from '../../../shared/home.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { toAgentRecord } from './agent-row.ts'
import type { RedactionStore } from '../../core/ports/redaction-ports.ts'
import { type Database, openSingle, type Target } from './database-clients.ts'
import { decodeJson, escapeText } from './lossless-text.ts'
import type { EventHasher } from './event-hasher.ts'
import { isPurgeDue, purgeRedacted } from './purge-redacted.ts'
import { toResult } from './storage-error.ts'
import { defined } from '../../../shared/defined.ts'

const doneSchema = z.object({
  id: z.number(),
  created_at: z.string(),
  data: z.object({
    by: z.literal('user'),
    event_id: z.number().optional(),
    kind: z.string().optional(),
    events: z.number(),
    reason: z.string().optional(),
    tombstones: z.record(z.string(), z.string()),
  }),
  outputs: z.array(z.string()),
  files: z.number(),
  mail: z.number(),
})

const previewSchema = z.object({
  events: z.number(),
  files: z.number(),
  mail: z.number(),
  queued: z.number(),
  draft: z.boolean(),
})

/** Redacts with the functions of the migrations: they are all that the database lets change the log. */
export function createRedactionStore(
  database: Database,
  {
    target,
    sessionId,
    home,
    hasher,
  }: {
    readonly target: Target
    readonly sessionId: number
    readonly home: HomeId
    readonly hasher: Pick<EventHasher, 'recorded'>
  },
): RedactionStore {
  return {
    preview: ({ agentId, eventId }) =>
      toResult(async () => {
        const [row] = await database.execute(previewOf(agentId, eventId))
        const { queued: queuedPrompts, draft: hasDraft, ...counts } = previewSchema.parse(row)
        return { ...counts, queuedPrompts, hasDraft }
      }),
    isPurgeDue: () => toResult(() => isPurgeDue(database.$client)),
    purge: async () => {
      const purged = await toResult(async () => {
        // Without the time limits of the pool: a table is written anew in a minute or more.
        const own = openSingle(target)
        try {
          return await purgeRedacted(own)
        } finally {
          await own.end({ timeout: 1 })
        }
      })
      return purged.ok ? purged.value : purged
    },
    redact: ({ agentId, eventId, reason, newName }) =>
      toResult(async () => {
        const why = reason === null ? null : escapeText(reason)
        const name = newName === null ? null : escapeText(newName)
        const [row] = await database.execute(sql`
          select done::text as done, (done -> 'agent')::text as agent
          from redact_log(${sessionId}, ${agentId}, ${eventId}, ${why}, ${name}) as done`)
        hasher.recorded([agentId])
        const done = doneSchema.parse(decodeJson(String(row?.['done'])))
        const { reason: recorded, event_id: id, kind, ...data } = done.data
        const event = {
          id: done.id,
          sessionId,
          agentId,
          turnId: null,
          kind: 'redacted',
          content: null,
          data: {
            ...data,
            ...defined({ event_id: id, kind, reason: recorded }),
          },
          createdAt: exactTime(done.created_at),
        } as const
        return {
          events: [event],
          agents: [toAgentRecord(String(row?.['agent']), home)],
          tombstones: data.events,
          files: done.files,
          mail: done.mail,
          outputs: done.outputs,
        }
      }),
  }
}

const previewOf = (agentId: AgentId, eventId: EventId | null) => sql`
with target as (
  select ${agentId}::uuid as agent, ${eventId}::bigint as event, redacted_together(${agentId}, ${eventId}) as ids),
chosen as (select content from messages where id = (select event from target))
select cardinality(ids) as events,
  cardinality(redacted_mail(agent, event, ids)) as mail,
  (select count(distinct sha256)::int from attachments where event_id = any (ids) and not exists (
    select from attachments as other where other.sha256 = attachments.sha256 and other.event_id <> all (ids))) as files,
  (select count(*)::int from queued_prompts where agent_uuid = agent
    and (event is null or repeats(content, (select content from chosen)))) as queued,
  exists (select from drafts where agent_uuid = agent and content <> ''
    and (event is null or repeats(content, (select content from chosen)))) as draft
from target`
