import { hash, randomUUID } from 'node:crypto'
import { type FileHandle, open, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ToolOutcome } from '../../core/ports/tool-ports.ts'
import { makeFolder } from '../../make-folder.ts'
import { type FileStamp, placeFile } from '../file-stamp.ts'
import type { FileOwner } from './read-text-file.ts'
import { pathProblem } from './system-error.ts'

/**
 * Writes a whole file atomically, so that a partly written file is never read. `path` was resolved before the user saw
 * it: a link that was created in it since is refused. `before`: the file that is replaced, as it was read; nulls: there
 * was none. Where another one is there at the last moment, nothing is written and `isStale` is true. `sha256`: of what was
 * written, in hex.
 */
export async function rewriteFile(
  path: string,
  bytes: Buffer,
  before: { readonly owner: FileOwner | null; readonly version: FileStamp | null },
): Promise<{ readonly ok: true; readonly sha256: string } | RefusedWrite> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    makeFolder(folder)
    if ((await realpath(folder)) !== folder) return refused(`${path}: a folder of this path became a symbolic link`)
    const file = await open(temporary, 'wx')
    try {
      if (before.owner !== null) await keepOwner(file, before.owner)
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    const isWritten = await placeFile(temporary, path, before.version)
    return isWritten ? { ok: true, sha256: hash('sha256', bytes) } : { ok: false, outcome: changedMeanwhile(path) }
  } catch (error) {
    return refused(pathProblem(path, error))
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** The outcome of a call whose file is not the one any more that it was prepared for. */
export function changedMeanwhile(path: string): ToolOutcome {
  return {
    content: `${path} was changed while this call ran. Nothing was written. Send the call again.`,
    isError: true,
    isStale: true,
  }
}

/** The outcome of a call that could not lock its file. */
export function busyFile(message: string): ToolOutcome {
  return { content: `${message} Nothing was written.`, isError: true }
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

interface RefusedWrite {
  readonly ok: false
  readonly outcome: ToolOutcome
}

function refused(message: string): RefusedWrite {
  return { ok: false, outcome: { content: message, isError: true } }
}
