import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns whether a stored path may be written: relative, inside its folder, and not in a `.git`. */
export function isSafePath(path: string): boolean {
  const parts = path.split('/')
  return path !== '' && !path.includes('\0') && parts.every((part) => !['', '.', '..'].includes(part) && !isGit(part))
}

/** Names that some file systems take for `.git`: case is ignored, and dots and spaces at the end are dropped. */
function isGit(name: string): boolean {
  return /^(\.git|git~1)[. ]*$/i.test(name.replaceAll(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, ''))
}

/** Returns whether all folders above the path are real folders or do not exist yet. */
export async function hasRealFolders(folder: string, path: string): Promise<boolean> {
  let at = folder
  for (const part of path.split('/').slice(0, -1)) {
    at = join(at, part)
    const found = await lstat(at).catch(() => null)
    if (found === null) return true
    if (!found.isDirectory()) return false
  }
  return true
}

/**
 * Returns whether a text is the id of a state or of a content, as the stores give them. Ids come from rows of the
 * database: anything else could be an option of git, or the name of something that no agent has saved.
 */
export function isStoredId(id: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)
}

/** Returns why nothing can be compared or written in a folder that is not there, as a sentence; null: it is there. */
export async function missingFolder(folder: string): Promise<string | null> {
  try {
    if ((await stat(folder)).isDirectory()) return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return null
  }
  return `The folder ${folder} is not there any more. What was changed in it is stored: it can be shown, and saved as a patch.`
}
