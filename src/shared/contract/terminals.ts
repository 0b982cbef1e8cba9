import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { Result } from '../result.ts'
import { type TerminalItem, terminalSize } from '../terminal.ts'
import { agentId } from './fields.ts'

/** Longest text of one `write`, UTF-16 units; a longer paste is sent in parts. */
export const MAX_TERMINAL_INPUT = 100_000

/**
 * A shell of the user in the folder of an agent, at most one per agent. Neither models nor the log learn of it. REFUSED
 * if there is none, except for `open`.
 */
export const terminalsContract = {
  /** Starts the shell; one that runs is kept. REFUSED if this machine has no terminals. */
  open: oc.input(z.object({ agentId, size: terminalSize })).output(type<Result<null>>()),
  /** What it shows, until it ends. Nothing if there is none. */
  subscribe: oc.input(z.object({ agentId })).output(eventIterator(type<readonly TerminalItem[]>())),
  /** Confirms that a reader has shown this many UTF-16 units of its texts: without it, it gets no more after a while. */
  shown: oc
    .input(z.object({ agentId, reader: z.number().int(), units: z.number().int().min(0) }))
    .output(type<Result<null>>()),
  /** Types a text into the shell. */
  write: oc.input(z.object({ agentId, text: z.string().max(MAX_TERMINAL_INPUT) })).output(type<Result<null>>()),
  /** Tells the shell how large its window is. */
  resize: oc.input(z.object({ agentId, size: terminalSize })).output(type<Result<null>>()),
  /** Ends the shell and the programs in it. */
  close: oc.input(z.object({ agentId })).output(type<Result<null>>()),
}
