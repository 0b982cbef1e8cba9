import { z } from 'zod'

/** The size of a terminal in characters. */
export const terminalSize = z.object({
  columns: z.number().int().min(2).max(1_000),
  rows: z.number().int().min(1).max(1_000),
})
export type TerminalSize = z.infer<typeof terminalSize>

/** What a terminal of the user shows. Texts contain the escape sequences of its programs. */
export type TerminalItem =
  /** Replaces everything before: the first item, and again for a reader that fell behind. */
  | { readonly type: 'snapshot'; readonly reader: number; readonly text: string }
  | { readonly type: 'output'; readonly text: string }
  /** The shell ended. `code`: null if a signal ended it. */
  | { readonly type: 'ended'; readonly code: number | null }
