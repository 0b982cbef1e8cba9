import type { Sql } from 'postgres'
import type { TurnId } from '../../../shared/ids.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import type { StreamJournal } from '../../core/ports/storage-ports.ts'
import type { JournalPart, ResponseBuffer } from './journal-buffer.ts'
import { createResponseBuffer } from './journal-buffer.ts'
import type { Recovery } from './recover-turns.ts'
import { encodeJson, escapeText } from './lossless-text.ts'
import { statement } from './statements.ts'

/**
 * Time from the start of one write to the start of the next. Text is on disk at most 250 ms after it arrived: this wait
 * and a write, or two slow writes.
 */
const FLUSH_MS = 100
const RETRY_MS = 500

/** The journal, with the operations that a commit needs. */
export interface SettlingJournal extends Omit<StreamJournal, 'read'> {
  /** Stops writing these turns; resolves when no write of them is under way any more. */
  hold(turnIds: readonly TurnId[]): Promise<void>
  /** Their rows were deleted (`settled`), or not: then writing continues. */
  release(turnIds: readonly TurnId[], settled: boolean): Promise<void>
  /** Writes once more whatever is pending. */
  close(): Promise<void>
}

/** All running turns share one write: one INSERT for everything that arrived in the last 100 ms. */
export function createStreamJournal(client: Sql, session: number, recovery: Recovery, logger: Logger): SettlingJournal {
  const buffers = new Map<TurnId, ResponseBuffer>()
  // The responses that were streaming when their commit began; the commit does not settle a response that begins later.
  const held = new Map<TurnId, ResponseBuffer | undefined>()
  let responses = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let dirty = false
  let failing = false
  let closed = false

  const schedule = (ms: number): void => {
    if (timer === null && writing === null && !closed) timer = setTimeout(flush, ms)
  }
  const touch = (): void => {
    if (dirty) return
    dirty = true
    schedule(FLUSH_MS)
  }
  const flush = (): void => {
    timer = null
    dirty = false
    const batch = collect()
    if (batch.length === 0) return
    const start = performance.now()
    writing = write(batch).finally(() => {
      writing = null
      if (failing) dirty = true
      if (dirty) schedule(failing ? RETRY_MS : Math.max(0, FLUSH_MS - (performance.now() - start)))
    })
  }
  const collect = (): Array<{ buffer: ResponseBuffer; parts: readonly JournalPart[] }> =>
    [...buffers.values()].flatMap((buffer) => {
      const parts = held.has(buffer.turnId) ? [] : buffer.unwritten()
      return parts.length === 0 ? [] : [{ buffer, parts }]
    })
  const write = async (batch: ReturnType<typeof collect>): Promise<void> => {
    try {
      await writeJournal(client, session, batch)
      for (const { buffer, parts } of batch) buffer.written(parts)
      failing = false
    } catch (error) {
      if (!failing)
        logger.warn('The journal of running turns could not be written; trying again', { error: String(error) })
      failing = true
    }
  }
  return {
    begin(agentId, turnId, choice) {
      buffers.set(turnId, createResponseBuffer(agentId, turnId, choice, ++responses))
      touch()
    },
    append(turnId, event) {
      const buffer = buffers.get(turnId)
      if (buffer === undefined) return
      buffer.append(event)
      touch()
    },
    recover: recovery.recover,
    async hold(turnIds) {
      for (const turnId of turnIds) held.set(turnId, buffers.get(turnId))
      if (turnIds.length > 0) await writing
    },
    async release(turnIds, settled) {
      for (const turnId of turnIds) {
        const buffer = held.get(turnId)
        held.delete(turnId)
        if (settled && buffers.get(turnId) === buffer) buffers.delete(turnId)
      }
      await recovery.released(turnIds)
      if (turnIds.length > 0) touch()
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await writing
      const batch = collect()
      if (batch.length > 0) await write(batch)
    },
  }
}

/**
 * $1 is the session, $2 the rows. The first part of a response deletes the rows of an earlier response of its turn in
 * the same statement, so that exactly one of the two exists at any time. A part that is sent again after a lost
 * connection may already exist; it is skipped, because parts never change.
 */
const WRITE = `
with parts as (
  select * from json_to_recordset($2::json) as x(
    turn_id uuid, response int, part int, agent_uuid uuid, provider text, model text, thinking_level text, events json)
), forgotten as (
  delete from stream_journal as old using parts
  where parts.part = 0 and old.turn_id = parts.turn_id and (old.session_id, old.response) <> ($1::bigint, parts.response)
)
insert into stream_journal (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
select turn_id, $1::bigint, response, part, agent_uuid, provider, model, thinking_level, events from parts
on conflict do nothing
`

async function writeJournal(
  client: Sql,
  sessionId: number,
  batch: ReadonlyArray<{ readonly buffer: ResponseBuffer; readonly parts: readonly JournalPart[] }>,
): Promise<void> {
  const rows = batch.flatMap(({ buffer, parts }) => parts.map((part) => row(buffer, part)))
  await statement(client, WRITE, [sessionId, `[${rows.join(',')}]`])
}

function row({ turnId, agentId, choice, response }: ResponseBuffer, { part, events }: JournalPart): string {
  const head = JSON.stringify({
    turn_id: turnId,
    response,
    part,
    agent_uuid: agentId,
    provider: choice.provider,
    model: escapeText(choice.model),
    thinking_level: choice.thinkingLevel,
  })
  return `${head.slice(0, -1)},"events":${encodeJson(events)}}`
}
