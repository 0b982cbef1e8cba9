import { randomUUID } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ToolOutcome } from '../../core/ports/tool-ports.ts'
import { makeFolder } from '../../make-folder.ts'
import type { FileOwner } from './read-text-file.ts'
import { pathProblem } from './system-error.ts'

/**
 * Writes a whole file atomically, so that a partly written file is never read. `path` was resolved before the user saw
 * it: a link that was created in it since is refused. `owner`: what is kept of the file that was there; null: it is new.
 */
export async function rewriteFile(
  path: string,
  bytes: Buffer,
  owner: FileOwner | null,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly outcome: ToolOutcome }> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    makeFolder(folder)
    if ((await realpath(folder)) !== folder) return refused(`${path}: a folder of this path became a symbolic link`)
    const file = await open(temporary, 'wx')
    try {
      if (owner !== null) await keepOwner(file, owner)
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    return { ok: true }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    return refused(pathProblem(path, error))
  }
}

/** The mode is set last and by itself, because a new owner changes it, and the process's mask would clear bits of it. */
async function keepOwner(file: FileHandle, { mode, uid, gid }: FileOwner): Promise<void> {
  const now = await file.stat()
  if (now.uid !== uid || now.gid !== gid) {
    // Only root may give files away. For others a file of the same group is made, as editors do.
    await file
      .chown(uid, gid)
      .catch(() => file.chown(now.uid, gid))
      .catch(() => undefined)
  }
  await file.chmod(mode)
}

function refused(message: string): { readonly ok: false; readonly outcome: ToolOutcome } {
  return { ok: false, outcome: { content: message, isError: true } }
}
