import { z } from 'zod'

import type { AgentId } from './ids.ts'
import type { WideFolder } from './tool-access.ts'

/** The working folder of an agent's tools. */
export interface AgentFolder {
  /** Absolute, symlinks resolved. */
  readonly folder: string
  /** The agent whose setting applies: this one or its nearest ancestor with a setting. Null: the workspace is used. */
  readonly chosenFor: AgentId | null
  /** Set if the folder holds far more than one project: reading in it needs approval too. */
  readonly wideFolder?: WideFolder
  /**
   * Children can have git worktrees of their own: the folder is in a repository with a commit, and git is installed.
   */
  readonly canHaveWorktrees?: true
  /**
   * The project in which this engine was started: absolute, symlinks resolved. Windows offer it; it has no rights until a
   * user chooses it. Missing: the engine was started elsewhere, or the agent works there already.
   */
  readonly offered?: string
}

const foldersSchema = z.record(z.string(), z.string())

/** Parses stored folders by agent; null if the value has another form. */
export function parseFolders(stored: unknown): Readonly<Record<AgentId, string>> | null {
  const parsed = foldersSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}
