import { z } from 'zod'

import type { AgentId } from './ids.ts'
import type { WideFolder } from './tool-access.ts'

/** Where an agent's tools work. */
export interface AgentFolder {
  /** Absolute, symlinks resolved. */
  readonly folder: string
  /** The agent that it was chosen for: this one, or the nearest ancestor that has one. Null: it is the workspace. */
  readonly chosenFor: AgentId | null
  /** It holds far more than one project: reading in it is asked about too. Missing: it does not. */
  readonly wideFolder?: WideFolder
}

const foldersSchema = z.record(z.string(), z.string())

/** Folders by agent as they were stored; null: those are none. */
export function parseFolders(stored: unknown): Readonly<Record<AgentId, string>> | null {
  const parsed = foldersSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}
