import { z } from 'zod'

import { CONTENT_PIECE } from './attachment.ts'
import type { ForeignReport } from './foreign-report.ts'
import type { ForeignTool } from './foreign-tools.ts'

/** A conversation in files of another tool, to choose from. */
export interface ListedSession {
  /** Names the conversation in `importSource`. */
  readonly key: string
  readonly tool: ForeignTool
  /** Its id in the tool. */
  readonly session: string
  /** Empty: the tool gave it none, and it begins with no prompt. */
  readonly name: string
  /** The file that it is in. */
  readonly source: string
  /** Times of its first and last message, ISO 8601, UTC; null: the file has no times. */
  readonly firstAt: string | null
  readonly lastAt: string | null
  /** Prompts and answers, in all branches. */
  readonly messages: number
  /** It was imported before; it may be longer now. */
  readonly imported: boolean
}

/** What files of another tool contain. */
export interface SourceList {
  /** In the order of the files. Sessions of sub-agents are part of those that started them, if these are listed. */
  readonly sessions: readonly ListedSession[]
  /** Files without a conversation, and why. */
  readonly unread: ForeignReport['unread']
}

/** What happens to files that are sent in pieces: they are stored, read, and then wait for `importSource`. */
export type SourceStep =
  /** The pieces can be sent. */
  | { readonly type: 'ready'; readonly sourceId: string }
  /** How many conversations were found so far. */
  | { readonly type: 'reading'; readonly found: number }
  /** Some of the conversations. */
  | { readonly type: 'sessions'; readonly sessions: readonly ListedSession[] }
  /** All of them were listed. `unread`: files without a conversation, and why. */
  | { readonly type: 'listed'; readonly unread: ForeignReport['unread'] }

/** What happens to conversations that are imported: each is saved as a whole, and the last step has the report. */
export type SessionImportStep =
  /** `done` of `of` conversations are saved; `of` null: how many there are is not known. */
  | { readonly type: 'importing'; readonly done: number; readonly of: number | null }
  | { readonly type: 'imported'; readonly report: ForeignReport }

/** Maximum length of the path of a sent file, in UTF-16 units. */
const MAX_PATH_LENGTH = 4_096
/** Base64 takes four characters for three bytes. */
const MAX_PIECE_LENGTH = Math.ceil(CONTENT_PIECE / 3) * 4

/** A piece of a file of another tool. The files are sent one after the other. */
export const sourcePieceSchema = z.object({
  sourceId: z.uuid(),
  /** The name of the file, or its path in the folder that is imported, with `/` between the names. */
  path: z.string().min(1).max(MAX_PATH_LENGTH),
  /** Position of the piece in the file, bytes. */
  offset: z.number().int().nonnegative(),
  data: z.base64().max(MAX_PIECE_LENGTH),
  /** Whether it is the last piece of the last file. */
  isLast: z.boolean(),
})
export type SourcePiece = Readonly<z.infer<typeof sourcePieceSchema>>

/** Which conversations of a source are imported: those with these keys; null: all of them. */
export const sourceChoiceSchema = z.object({
  sourceId: z.uuid(),
  sessions: z.array(z.string().max(200)).min(1).max(100_000).nullable(),
})
