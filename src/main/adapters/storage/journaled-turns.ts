import { and, asc, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { ANSWERING } from '../../../shared/providers.ts'
import type { Result } from '../../../shared/result.ts'
import { ALL_LEVELS } from '../../../shared/thinking-level.ts'
import type { JournalEvent, JournalNews, JournalPlace, StreamJournal } from '../../core/ports/storage-ports.ts'
import type { Database } from './database-clients.ts'
import { mergeEvents } from './journal-buffer.ts'
import { encodeJson } from './lossless-text.ts'
import { streamJournal } from './schema/log.ts'
import { toResult } from './storage-error.ts'

/** A row of `stream_journal` as Drizzle reads it. */
export type JournalRow = typeof streamJournal.$inferSelect

/** A turn with a row that this version cannot read. Its rows are kept. */
export interface UnreadableTurn {
  readonly agentId: AgentId
  readonly turnId: TurnId
  /** The problem, for the log. Contains no content of the turn. */
  readonly reason: string
}

export interface JournaledTurns {
  readonly turns: readonly JournalNews[]
  readonly unreadable: readonly UnreadableTurn[]
}

/**
 * Returns the newest response of each turn; an earlier one was about to be deleted. The rows are in the order of their
 * parts.
 */
export function readJournaledTurns(rows: readonly JournalRow[]): JournaledTurns {
  const turns: JournalNews[] = []
  const unreadable: UnreadableTurn[] = []
  for (const ofTurn of Map.groupBy(rows, ({ turnId }) => turnId).values()) {
    const newest = ofTurn.at(-1)
    if (newest === undefined) continue
    const { turnId, agentUuid: agentId, sessionId, response, part } = newest
    const parts = ofTurn.filter((row) => row.sessionId === sessionId && row.response === response)
    const read = partsSchema.safeParse(parts)
    const [first] = read.data ?? []
    if (first === undefined) {
      unreadable.push({ agentId, turnId, reason: read.error === undefined ? 'no rows' : z.prettifyError(read.error) })
      continue
    }
    const { provider, model, thinkingLevel } = first
    const events = mergeEvents((read.data ?? []).flatMap((part) => part.events))
    const place = { agentId, turnId, sessionId, response, part }
    turns.push({ place, turn: { agentId, turnId, choice: { provider, model, thinkingLevel }, events } })
  }
  return { turns, unreadable }
}

const blockIndex = z.number()
const eventShape = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['start', 'done', 'error']) }),
  z.object({ type: z.enum(['text_delta', 'thinking_delta']), blockIndex, text: z.string() }),
  z.object({ type: z.literal('tool_call_start'), blockIndex, id: z.string(), name: z.string() }),
  z.object({ type: z.literal('tool_call_delta'), blockIndex, jsonFragment: z.string() }),
  z.object({ type: z.enum(['tool_call_done', 'block_data', 'block_retyped', 'citations']), blockIndex }),
  z.object({ type: z.literal('question'), id: z.string(), callId: z.string(), isOpen: z.boolean() }),
  z.object({ type: z.literal('tool_result'), result: z.object({ agentId: z.string(), kind: z.string() }) }),
])

const partsSchema = z.array(
  z.object({
    provider: z.enum(ANSWERING),
    model: z.string(),
    thinkingLevel: z.enum(ALL_LEVELS),
    events: z.custom<readonly JournalEvent[]>((value) => z.array(eventShape).safeParse(value).success, {
      error: 'Not the events of a stream',
    }),
  }),
)

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
