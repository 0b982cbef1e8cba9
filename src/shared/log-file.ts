import { z } from 'zod'

/** What goes into an exported file: the log as docs/import-format.md has it, or one conversation to be read. */
export const exportOrderSchema = z.discriminatedUnion('format', [
  /** Null: all agents. One agent: its ancestors as far as it inherited them, and its descendants, too. */
  z.object({ format: z.literal('log'), agentId: z.uuid().nullable() }),
  z.object({ format: z.literal('markdown'), agentId: z.uuid() }),
])
export type ExportOrder = Readonly<z.infer<typeof exportOrderSchema>>

/** UTF-16 units of a file that travel at once: few enough that nothing else waits for them. */
export const FILE_PIECE = 256 * 1024

/**
 * UTF-16 units of the longest line of a file that is imported: the longest prompt with every character escaped. A longer
 * one would have to be held in memory whole before anything can be said about it.
 */
export const MAX_LINE_LENGTH = 128 * 1024 * 1024

/** UTF-16 units of the longest file that can be imported from a window: it travels in one message. */
export const MAX_IMPORT_LENGTH = 20_000_000
