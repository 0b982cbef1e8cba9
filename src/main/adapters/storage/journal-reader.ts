import { and, asc, inArray, ne, sql } from 'drizzle-orm'

import type { Result } from '../../../shared/result.ts'
import type { JournalNews, JournalPlace, StreamJournal } from '../../core/ports/storage-ports.ts'
import type { Database } from './database-clients.ts'
import { readJournaledTurns } from './journaled-turns.ts'
import { encodeJson } from './lossless-text.ts'
import { streamJournal } from './schema/log.ts'
import { toResult } from './storage-error.ts'

/** Returns the function that reads what other sessions have journaled since it was last read. */
export function createJournalReader(database: Database, sessionId: number): StreamJournal['read'] {
  return (places): Promise<Result<readonly JournalNews[]>> =>
    toResult(async () => {
      const known = sql`select from json_to_recordset(${encodeJson(places.map(toRow))}::json)
        as known(turn_id uuid, session_id bigint, response int, part int)
        where known.turn_id = ${streamJournal.turnId} and known.session_id = ${streamJournal.sessionId}
          and known.response = ${streamJournal.response} and ${streamJournal.part} <= known.part`
      const rows = await database
        .select()
        .from(streamJournal)
        .where(
          and(
            ne(streamJournal.sessionId, sessionId),
            inArray(
              streamJournal.agentUuid,
              places.map(({ agentId }) => agentId),
            ),
            sql`not exists (${known})`,
          ),
        )
        .orderBy(asc(streamJournal.turnId), asc(streamJournal.response), asc(streamJournal.part))
      return readJournaledTurns(rows).turns
    })
}

function toRow(place: Parameters<StreamJournal['read']>[0][number]): object {
  const { turnId, sessionId, response, part }: Partial<JournalPlace> = place
  return { turn_id: turnId, session_id: sessionId, response, part }
}
