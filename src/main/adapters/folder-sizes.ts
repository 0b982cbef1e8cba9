import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { FolderSizes } from '../core/ports/room-ports.ts'

/** Where the data directory keeps what is not in the database. */
const FOLDERS = { tool_output: 'tool-output', checkpoints: 'checkpoints', worktrees: 'worktrees' } as const

/** Measures the folders of a data directory. Links are not followed. */
export function createFolderSizes(dataDirectory: string): FolderSizes {
  const measured = (folder: string): Promise<number> => sizeOfFolder(join(dataDirectory, folder))
  return async () => ({
    tool_output: await measured(FOLDERS.tool_output),
    checkpoints: await measured(FOLDERS.checkpoints),
    worktrees: await measured(FOLDERS.worktrees),
  })
}

/** Bytes of the files below a folder. What is removed meanwhile or cannot be read counts as nothing. */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += await sizeOfFolder(path)
    else if (entry.isFile()) bytes += (await lstat(path).catch(() => null))?.size ?? 0
  }
  return bytes
}
