import { and, asc, gt, sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { batches, batchesByWeight } from '../../../shared/batches.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { counted } from '../../../shared/counted.ts'
import { err, ok, refuse } from '../../../shared/result.ts'
import { NO_TOTALS } from '../../../shared/usage-totals.ts'
import {
  IMPORT_CANCELLED,
  type WriteProgress,
  type LogImport,
  type LogTransfer,
  type SettingChange,
} from '../../core/ports/transfer-ports.ts'
import { totalsByAgent, totalsColumns } from './agent-totals.ts'
import { COMMIT_CHANNEL } from './commit-statement.ts'
import type { Database } from './database-clients.ts'
import { toEvents } from './event-row.ts'
import type { EventHasher } from './event-hasher.ts'
import type { LogReader } from './log-reader.ts'
import { encodeJson, escapeText } from './lossless-text.ts'
import { messages } from './schema/log.ts'
import { mail } from './schema/prompts.ts'
import { settledTransaction } from './settled-transaction.ts'
import { codeOf, OUTCOME_UNKNOWN, toResult, toStorageError } from './storage-error.ts'
import { command, recordset, statement, run } from './statements.ts'

const BATCH = 5_000
/** Most UTF-16 units of events in one statement. A statement that is carried out cannot be cancelled. */
const MAX_STATEMENT = 4_000_000
/** Same as in the commit statement: a notification is limited to 8,000 bytes. */
const ANNOUNCED = 150

/** Reads the log for an export, and writes an import directly, without commits: ids and times come from the file. */
export function createLogTransfer(
  database: Database,
  sessionId: number,
  { reader, hasher }: { readonly reader: LogReader; readonly hasher: EventHasher },
): LogTransfer {
  const client = database.$client
  return {
    async eventsAfter(afterId, { limit, agentIds }) {
      // One array parameter for any number of agents: a statement takes at most 65,535 parameters.
      const ofAgents =
        agentIds === null ? undefined : sql`${messages.agentUuid} = any(${`{${agentIds.join(',')}}`}::uuid[])`
      const rows = await toResult(() =>
        database
          .select()
          .from(messages)
          .where(and(gt(messages.id, afterId), ofAgents))
          .orderBy(asc(messages.id))
          .limit(limit),
      )
      return rows.ok ? toEvents(rows.value) : rows
    },
    mail: () =>
      toResult(async () => {
        const rows = await database.select().from(mail).orderBy(asc(mail.id))
        return rows.map(({ id, fromAgent: from, toAgent: to, content, sentAt, readAt }) => ({
          id,
          from,
          to,
          content,
          sentAt,
          readAt,
        }))
      }),
    reserveIds: (counts) =>
      toResult(async () => ({
        events: await reserve(client, 'messages_id_seq', counts.events),
        mail: await reserve(client, 'mail_id_seq', counts.mail),
      })),
    async write(log, progress = {}) {
      let saved = 0
      const counted: WriteProgress = {
        ...progress,
        onSaved: (events, all) => {
          saved = events
          progress.onSaved?.(events, all)
        },
      }
      let written: boolean
      try {
        written = await settledTransaction(client, (transaction) => writeLog(transaction, sessionId, log, counted), {
          isThere: (found) => isInLog(found, log),
        })
      } catch (error) {
        if (codeOf(error) === OUTCOME_UNKNOWN) return err(toStorageError(error))
        if (saved > 0) await freeSpace(client)
        return progress.signal?.aborted ? refuse(IMPORT_CANCELLED) : err(toStorageError(error))
      }
      if (!written) return refuse('Another ikigai imported the same session at this moment. Import it again.')
      hasher.recorded(log.agents.map(({ id }) => id))
      // A command ends after its import, and nothing else would make these hashes before `ikigai verify` looks for them.
      await hasher.flush()
      // A large import makes the table statistics obsolete; update them now rather than with the next autovacuum.
      if (log.events.length >= BATCH) await toResult(() => command(client, 'analyze messages'))
      const agents: AgentRecord[] = []
      for (const ids of batches(log.agents, BATCH)) {
        const read = await reader.agentsOf(ids.map(({ id }) => id))
        if (!read.ok) return err(notRead(log, read.error))
        agents.push(...read.value)
      }
      return ok(agents)
    },
  }
}

/** Whether the log has an import, by its first agent or event. */
async function isInLog(client: Sql, { agents: [agent], events: [event] }: LogImport): Promise<boolean> {
  const rows =
    agent === undefined
      ? await run(
          client,
        )`select 1 from messages where id = ${event?.id ?? 0} and agent_uuid = ${event?.agentId ?? null}`
      : await run(client)`select 1 from agents where uuid = ${agent.id}`
  return rows.length > 0
}

/** The log has all of it: another import would double it. */
function notRead({ agents, events }: LogImport, error: AppError): AppError {
  const what = `${counted(agents.length, 'agent')} and ${counted(events.length, 'event')}`
  const message = `All of it was imported (${what}), but it cannot be read at the moment. Do not import it again. ${error.message}`
  return { ...error, message, retryable: false }
}

/**
 * Gives the space of rows that were rolled back to the disk, or to later rows. What fails is left to the server, which
 * does the same some time later: the disk may still be full, and only some users may do it.
 */
async function freeSpace(client: Sql): Promise<void> {
  for (const statement of ['vacuum messages', 'vacuum agents', 'checkpoint'])
    await toResult(() => command(client, statement))
}

async function reserve(client: Sql, sequence: string, count: number): Promise<readonly number[]> {
  const rows = await run(client)`select nextval(${sequence}::regclass)::text as id from generate_series(1, ${count})`
  return rows.map((row) => Number(row['id'])).toSorted((a, b) => a - b)
}

/** Returns false, having written nothing, if the setting of the import was changed meanwhile. */
async function writeLog(
  transaction: TransactionSql,
  sessionId: number,
  log: LogImport,
  { signal, onSaved }: WriteProgress,
): Promise<boolean> {
  if (log.setting !== undefined && !(await replaceSetting(transaction, log.setting))) return false
  const totals = totalsByAgent(log.events)
  const unread = Map.groupBy(
    log.mail.filter(({ readAt }) => readAt === null),
    ({ to }) => to,
  )
  for (const agents of batches(log.agents, BATCH)) {
    const rows = agents.map((agent) => agentRow(agent, totals.get(agent.id), unread.get(agent.id)?.length ?? 0))
    await statement(transaction, INSERT_AGENTS, [encodeJson(rows), sessionId])
  }
  let saved = 0
  for (const some of batchesByWeight(eventRows(log.events), {
    size: BATCH,
    weight: MAX_STATEMENT,
    weigh: (row) => row.length,
  })) {
    signal?.throwIfAborted()
    await statement(transaction, INSERT_EVENTS, [sessionId, `[${some.join(',')}]`])
    saved += some.length
    onSaved?.(saved, log.events.length)
  }
  signal?.throwIfAborted()
  for (const letters of batches(log.mail, BATCH)) await statement(transaction, INSERT_MAIL, [encodeJson(letters)])
  for (const agents of batches(log.agents, ANNOUNCED)) {
    const payload = `${sessionId}:${agents.map(({ id }) => id).join(',')}`
    await run(transaction)`select pg_notify(${COMMIT_CHANNEL}, ${payload})`
  }
  return true
}

async function replaceSetting(transaction: TransactionSql, { key, expected, value }: SettingChange): Promise<boolean> {
  const parameters = [escapeText(key), encodeJson(value), ...(expected === null ? [] : [encodeJson(expected)])]
  return (await statement(transaction, expected === null ? ADD_SETTING : REPLACE_SETTING, parameters)).count === 1
}

const ADD_SETTING = 'insert into settings (key, value) values ($1, $2::json) on conflict do nothing'
const REPLACE_SETTING = `
update settings set value = $2::json, updated_at = clock_timestamp() where key = $1 and value::jsonb = $3::jsonb`

/** The columns that an import writes. */
const IMPORTED = AGENT_COLUMN_LIST.filter(({ restored }) => typeof restored === 'string')

const INSERT_AGENTS = `
insert into agents (${IMPORTED.map(({ name }) => name).join(', ')}, home)
select ${IMPORTED.map(({ name, default: value }) => (value === 'clock' ? `coalesce(${name}, clock_timestamp())` : name)).join(', ')},
  (select home from sessions where id = $2)
from json_to_recordset($1::json) as x(${recordset(IMPORTED)})`

const INSERT_EVENTS = `
insert into messages (id, session_id, agent_uuid, turn_id, kind, content, data, created_at)
select id, $1::bigint, agent_uuid, turn_id, kind, content, data, coalesce(created_at, clock_timestamp())
from json_to_recordset($2::json) as x(
  id bigint, agent_uuid uuid, turn_id uuid, kind text, content text, data json, created_at timestamptz)`

const INSERT_MAIL = `
insert into mail (id, from_agent, to_agent, content, sent_at, read_at)
select id, "from", "to", content, coalesce("sentAt", clock_timestamp()), "readAt"
from json_to_recordset($1::json) as x(
  id bigint, "from" uuid, "to" uuid, content text, "sentAt" timestamptz, "readAt" timestamptz)`

function agentRow(agent: LogImport['agents'][number], totals = NO_TOTALS, unreadMail: number): object {
  const { choice } = agent
  const parts: Readonly<Record<string, unknown>> = {
    ...agent,
    unreadMail,
    provider: choice?.provider,
    model: choice?.model,
    thinking_level: choice?.thinkingLevel,
    ...totalsColumns(totals),
  }
  return Object.fromEntries(IMPORTED.map(({ name, attribute }) => [name, parts[attribute ?? name]]))
}

/** Encodes the rows while they are written: all of them at once would need the memory of the file again. */
function* eventRows(events: LogImport['events']): Generator<string> {
  for (const event of events) yield eventRow(event)
}

/** `data` is encoded separately: one unstorable character in it must not re-encode the whole batch. */
function eventRow({ id, agentId, turnId, kind, content, data, createdAt }: LogImport['events'][number]): string {
  const head = JSON.stringify({
    id,
    agent_uuid: agentId,
    turn_id: turnId,
    kind,
    content: content === null ? null : escapeText(content),
    created_at: createdAt,
  })
  return `${head.slice(0, -1)},"data":${encodeJson(data)}}`
}
