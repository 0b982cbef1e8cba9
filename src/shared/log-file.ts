import { z } from 'zod'

import type { ImportResult } from './log-row.ts'

/** Forms of other tools in which an agent's context is exported (docs/other-tools.md#taking-it-elsewhere). */
export const CONVERSATION_FORMATS = ['claude-code', 'codex', 'chatgpt'] as const
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number]

/** Content of an exported file: the log in the format of docs/import-format.md, or one conversation for reading. */
export const exportRequestSchema = z.discriminatedUnion('format', [
  /** Null: all agents. One agent: also its ancestors, as far as it inherited their events, and its descendants. */
  z.object({
    format: z.literal('log'),
    agentId: z.uuid().nullable(),
    /** Whether the bytes of files are part of the file. Missing: they are. */
    files: z.boolean().optional(),
  }),
  z.object({ format: z.literal('markdown'), agentId: z.uuid() }),
  /** The same with front matter and its files beside it, as JSON lines (docs/import-format.md#markdown-with-files). */
  z.object({ format: z.literal('markdown-folder'), agentId: z.uuid() }),
  z.object({ format: z.enum(CONVERSATION_FORMATS), agentId: z.uuid() }),
  /** A page without scripts. `beside`: with the agents forked at the same place, side by side. */
  z.object({ format: z.literal('html'), agentId: z.uuid(), beside: z.boolean().optional() }),
])
export type ExportRequest = Readonly<z.infer<typeof exportRequestSchema>>

/** Size of the pieces in which a file is transferred, in UTF-16 units; small enough not to delay other messages. */
export const FILE_PIECE = 256 * 1024

/**
 * Maximum length of a line in an imported file, in UTF-16 units: the longest prompt with every character escaped. A
 * line has to be held in memory as a whole before it can be checked.
 */
export const MAX_LINE_LENGTH = 128 * 1024 * 1024

/** Maximum length of a file that is imported in one message, in UTF-16 units. */
export const MAX_IMPORT_LENGTH = 20_000_000

/** What happens to a file that is imported in pieces: it is read, saved in parts, and then all of it counts at once. */
export type ImportStep =
  /** The pieces can be sent. */
  | { readonly type: 'ready'; readonly importId: string }
  /** All pieces are valid, and `events` of `of` are written. */
  | { readonly type: 'saving'; readonly events: number; readonly of: number }
  | { readonly type: 'imported'; readonly result: ImportResult }
