import { setTimeout as delay } from 'node:timers/promises'
import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { withFiles } from '../../../shared/attachment.ts'
import type { HomeId } from '../../../shared/home.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { QueuedPrompt } from '../../../shared/prompt-queue.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Committed, PromptQueueStore } from '../../core/ports/log-ports.ts'
import { toAgentRecord } from './agent-row.ts'
import { AGENT_CHANGE_SEED, KILL_LOCK } from './advisory-locks.ts'
import { COMMIT_CHANNEL } from './commit-statement.ts'
import type { Database } from './database-clients.ts'
import { encodeJson, escapeText } from './lossless-text.ts'
import { homes } from './schema/agents.ts'
import { queuedPrompts } from './schema/prompts.ts'
import { toResult, mayHaveHappened, toStorageError } from './storage-error.ts'
import { defined } from '../../../shared/defined.ts'

/** Number of attempts for a change whose connection broke before the answer arrived, and the wait between them, ms. */
const TRIES = 150
const WAIT_MS = 100

/**
 * Stores the queues of prompts. A change first takes the locks of a commit to the agent, so that its count and the
 * prompts a concurrent commit removes cannot conflict. The other engines are notified of the agent and read its queue
 * again.
 */
export function createPromptQueueStore(
  database: Database,
  { sessionId, home }: { readonly sessionId: number; readonly home: HomeId },
): PromptQueueStore {
  /** The value of `home` for a prompt that is written here. */
  const foreignTo = sql`case when agents.home <> ${home} then ${home}::uuid end`
  /** At another home than the agent's, a user may change what users there have written. */
  const mayChange = sql`(agents.home is not distinct from ${home} or queued_prompts.home = ${home})`
  // The number of rows that the statement affected says whether anything was changed.
  const make = (agentId: AgentId, statement: SQL): Promise<Committed | null> =>
    database.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock_shared(${KILL_LOCK})`)
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${agentId}, ${AGENT_CHANGE_SEED}))`)
      const { count } = await transaction.execute(statement)
      if (count === 0) return null
      const [row] = await transaction.execute(sql`
        update agents set queued_prompts = (select count(*) from queued_prompts where agent_uuid = ${agentId})
        where uuid = ${agentId} returning row_to_json(agents)::text as agent`)
      await transaction.execute(sql`select pg_notify(${COMMIT_CHANNEL}, ${`${sessionId}:${agentId}`})`)
      return { events: [], agents: [toAgentRecord(String(row?.['agent']), home)] }
    })
  // Each change is safe to repeat: an id is added only once, and setting a text or an order, or removing a row, is
  // idempotent.
  const change = async (agentId: AgentId, statement: SQL): Promise<Result<Committed | null>> => {
    for (let tries = 1; ; tries++) {
      try {
        return ok(await make(agentId, statement))
      } catch (error) {
        if (!mayHaveHappened(error) || tries === TRIES) return err(toStorageError(error))
      }
      await delay(WAIT_MS)
    }
  }
  return {
    list: (agentId) => toResult(() => listPrompts(database, agentId)),
    add: (agentId, { id, text, asText, attachments = [] }) =>
      change(
        agentId,
        sql`
          insert into queued_prompts (id, agent_uuid, content, as_text, attachments, home)
          select ${id}, uuid, ${escapeText(text)}, ${asText}, ${encodeJson(attachments)}::json, ${foreignTo} from agents where uuid = ${agentId} and status <> 'killed'
          on conflict (id) do update set content = excluded.content`,
      ),
    change: (agentId, { id, text, asText, attachments = [] }) =>
      change(
        agentId,
        sql`
          update queued_prompts set content = ${escapeText(text)}, as_text = ${asText},
            attachments = ${encodeJson(attachments)}::json, home = ${foreignTo}
          from agents where id = ${id} and agent_uuid = ${agentId} and agents.uuid = agent_uuid and ${mayChange}`,
      ),
    remove: (agentId, promptId) =>
      change(
        agentId,
        sql`
          delete from queued_prompts using agents
          where id = ${promptId} and agent_uuid = ${agentId} and agents.uuid = agent_uuid and ${mayChange}`,
      ),
    reorder: (agentId, promptIds) =>
      change(
        agentId,
        sql`
          with wanted as (
            select queued.id, row_number() over (order by ordinality) as rank
            from json_array_elements_text(${JSON.stringify(promptIds)}::json) with ordinality as asked(id, ordinality)
            join queued_prompts as queued on queued.id = asked.id::uuid and queued.agent_uuid = ${agentId}
          ), places as (
            select position, row_number() over (order by position) as rank
            from queued_prompts where id in (select id from wanted)
          )
          update queued_prompts set position = places.position
          from wanted join places using (rank) where queued_prompts.id = wanted.id`,
      ),
  }
}

async function listPrompts(database: Database, agentId: AgentId): Promise<readonly QueuedPrompt[]> {
  const rows = await database
    .select({ ...getTableColumns(queuedPrompts), label: homes.label })
    .from(queuedPrompts)
    .leftJoin(homes, eq(homes.id, queuedPrompts.home))
    .where(eq(queuedPrompts.agentUuid, agentId))
    .orderBy(asc(queuedPrompts.position))
  return rows.map(({ id, content: text, asText, attachments, home: from, label }) => ({
    id,
    text,
    asText,
    ...withFiles(attachments),
    ...defined({ from: from === null ? undefined : (label ?? from) }),
  }))
}
