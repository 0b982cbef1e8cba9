import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { FolderOf } from '../../core/ports.ts'

/** The folder of agents that were given no other one: `workspace` of config.json, or `ikigai` in the home directory. */
export function workspaceFolder(configured: string | null, homeDirectory: string): string {
  if (configured === null) return join(homeDirectory, 'ikigai')
  return configured.startsWith('~/') ? join(homeDirectory, configured.slice(2)) : resolve(configured)
}

/** Makes the workspace when a tool first needs it, not before: who uses no tools gets no folder. */
export function withWorkspace(folderOf: FolderOf, workspace: string): FolderOf {
  return async (agentId) => {
    const folder = await folderOf(agentId)
    if (folder.ok && folder.value === workspace) {
      // What stands in the way is found by the tool itself, which has words for it.
      await mkdir(workspace, { recursive: true }).catch(() => undefined)
    }
    return folder
  }
}
