import type { Sql } from 'postgres'
import type { JournalPart, ResponseBuffer } from './journal-buffer.ts'
import { encodeJson, escapeText } from './lossless-text.ts'
import { statement } from './statements.ts'

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

export async function writeJournal(
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
