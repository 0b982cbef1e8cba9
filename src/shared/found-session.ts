import { z } from 'zod'

import type { ForeignTool } from './foreign-tools.ts'

/** Names a session of the list. */
export const foundSessionRefSchema = z.object({ path: z.string().max(4_096), session: z.string().max(4_096) })
export type FoundSessionRef = Readonly<z.infer<typeof foundSessionRefSchema>>

/** A tool that has sessions on this machine. */
export interface FoundTool {
  readonly tool: ForeignTool
  /** Null: they are in a database, and were not counted. */
  readonly sessions: number | null
}

/** A session of another tool on this machine. */
export interface FoundSession {
  readonly tool: ForeignTool
  /** Absolute, of the file or database. */
  readonly path: string
  /** The id of the session in its tool. */
  readonly session: string
  /** Empty: the tool gave it none. */
  readonly name: string
  /** Where the tool worked; null: not known. */
  readonly folder: string | null
  /** When it was last written, ISO 8601, UTC. */
  readonly changedAt: string
  /** Bytes of the file; of a database: of all its sessions. */
  readonly bytes: number
  /** It was imported before; it may be longer now. */
  readonly imported: boolean
}
