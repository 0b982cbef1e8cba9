import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { AttachmentBlock } from '../attachment.ts'
import type { Result } from '../result.ts'
import { type TerminalItem, terminalSize } from '../terminal.ts'
import { agentId } from './fields.ts'

/** What `@` in a prompt can name: something inside an agent's working folder, or on an MCP server. */
export interface FolderFile {
  /** `form`: an address of a server with parts in braces, to be filled in. */
  readonly kind: 'file' | 'folder' | 'server' | 'resource' | 'form'
  /**
   * Relative to the working folder, with `/` between the names; that of a folder ends with `/`. Of a resource
   * `SERVER:ADDRESS`, of a server `SERVER:`.
   */
  readonly path: string
  /** Null: no file, or not known. */
  readonly bytes: number | null
  /** What a server calls it. */
  readonly title?: string
}

/**
 * Files in an agent's working folder and resources of MCP servers, for `@path` in a prompt. Only files that its tools
 * may read without asking: REFUSED if the folder is larger than a project, and for a protected file.
 */
export const folderContract = {
  /**
   * Returns the files and folders that match best, newest first among equals, and servers with resources; of one
   * server, if the query begins with `SERVER:`, its resources. Files that ignore files name are left out.
   */
  files: oc.input(z.object({ agentId, query: z.string().max(500) })).output(type<Result<readonly FolderFile[]>>()),
  /** Opens a file of the folder in the editor that the user set. */
  open: oc.input(z.object({ agentId, path: z.string().min(1).max(4_096) })).output(type<Result<null>>()),
  /** Stores a file of the folder, or a resource of a server, as it is now. */
  attach: oc.input(z.object({ agentId, path: z.string().min(1).max(4_096) })).output(type<Result<AttachmentBlock>>()),
}

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
