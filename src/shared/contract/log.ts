import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import { type AgentMapPage, agentMapRequestSchema } from '../agent-map.ts'
import { exportRequestSchema, FILE_PIECE, type ImportStep, MAX_IMPORT_LENGTH } from '../log-file.ts'
import { type FoundSession, foundSessionRefSchema, type FoundTool } from '../found-session.ts'
import type { ImportResult } from '../log-row.ts'
import type { Result } from '../result.ts'
import type { SearchPage } from '../search-hit.ts'
import { sourceChoiceSchema, sourcePieceSchema, type SessionImportStep, type SourceStep } from '../session-import.ts'
import { eventId } from './fields.ts'

export const logContract = {
  /** Searches the whole log, newest first; `beforeId` pages on. An event shared by several agents is one hit. */
  search: oc
    .input(
      z.object({
        text: z.string().max(1_000),
        limit: z.number().int().min(1).max(200),
        beforeId: eventId.optional(),
      }),
    )
    .output(type<Result<SearchPage>>()),
  /**
   * Yields the file in pieces to concatenate. A failure is the last item; the pieces before it are then to be
   * discarded.
   */
  export: oc.input(exportRequestSchema).output(eventIterator(type<Result<string>>())),
  /** Imports the text of a file into the log, completely or not at all. Longer files are sent in pieces: `importFile`. */
  import: oc.input(z.object({ text: z.string().max(MAX_IMPORT_LENGTH) })).output(type<Result<ImportResult>>()),
  /**
   * Begins to import a file of any length, completely or not at all. The first item has the id for `importPiece`; the
   * last one the result, or the failure. Cancelling the feed cancels the import.
   */
  importFile: oc.output(eventIterator(type<Result<ImportStep>>())),
  /**
   * Adds the piece of text at `offset` (UTF-16 units), sent after the answer to the one before it. REFUSED if it is not
   * the next one or the import has ended: its feed has the reason.
   */
  importPiece: oc
    .input(
      z.object({
        importId: z.uuid(),
        offset: z.number().int().nonnegative(),
        text: z.string().max(FILE_PIECE),
        isLast: z.boolean(),
      }),
    )
    .output(type<Result<null>>()),
  /**
   * Returns the newest prompts, mails and merges of all agents with their times, and what each agent cost, for a map over
   * time. A page may have fewer points than `limit` although there are older ones; `olderBefore` says so. REFUSED: there is
   * no such agent.
   */
  map: oc.input(agentMapRequestSchema).output(type<Result<AgentMapPage>>()),
  // Sessions of other tools are files of the user that ikigai did not make.
  /** Says which tools have sessions on the engine's machine, and how many, without reading any. */
  countSessions: oc.output(type<Result<readonly FoundTool[]>>()),
  /** Lists the sessions of other tools on the engine's machine, the newest first. */
  findSessions: oc.output(type<Result<readonly FoundSession[]>>()),
  /**
   * Imports sessions of that list, and no others. The last item has the report. REFUSED if one is not in it any more.
   * Cancelling the feed ends the import after the session that is being saved; those before it stay.
   */
  importSessions: oc
    .input(z.object({ sessions: z.array(foundSessionRefSchema).min(1).max(10_000) }))
    .output(eventIterator(type<Result<SessionImportStep>>())),
  /**
   * Begins to read files of another tool, which are sent in pieces: the first item has the id for `sourcePiece`, the
   * last one says that all conversations were listed. Nothing is imported before `importSource`. The feed stays open:
   * cancelling it removes the files.
   */
  readSource: oc.output(eventIterator(type<Result<SourceStep>>())),
  /**
   * Adds a piece of a file, sent after the answer to the one before it. REFUSED if it is not the next one, the path or
   * the size is not allowed, or the feed has ended.
   */
  sourcePiece: oc.input(sourcePieceSchema).output(type<Result<null>>()),
  /**
   * Imports conversations of files that `readSource` has listed, while its feed is open. The last item has the report.
   * Cancelling the feed ends the import after the conversation that is being saved; those before it stay.
   */
  importSource: oc.input(sourceChoiceSchema).output(eventIterator(type<Result<SessionImportStep>>())),
}
