import { join } from 'node:path'

import type { FolderOf } from '../../core/ports/tool-ports.ts'
import { absoluteFolder } from '../absolute-folder.ts'
import { tryToMakeFolder } from '../../make-folder.ts'

/** Returns the default folder of agents: `workspace` of config.json, or `ikigai` in the home directory. */
export function workspaceFolder(configured: string | null, homeDirectory: string): string {
  return configured === null ? join(homeDirectory, 'ikigai') : absoluteFolder(configured, homeDirectory)
}

/** Creates the workspace when a tool first needs it, so that users who use no tools get no folder. */
export function withWorkspace(folderOf: FolderOf, workspace: string): FolderOf {
  return async (agentId) => {
    const folder = await folderOf(agentId)
    if (folder.ok && folder.value === workspace) {
      // The tool itself detects a missing folder and has a message for it.
      tryToMakeFolder(workspace)
    }
    return folder
  }
}
