import { hash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { ToolOutcome, WrittenFile } from '../../core/ports/tool-ports.ts'
import { placeFile } from '../file-stamp.ts'
import { inRealFolder, LinkedFolder } from '../real-folder.ts'
import type { FileOwner, TextFileResult } from './read-text-file.ts'
import { pathProblem } from './system-error.ts'

/** The file that is replaced, as it was read; nulls: there was none. */
type Replaced = Pick<TextFileResult, 'owner' | 'version'>

/**
 * Writes a whole file atomically, so that a partly written file is never read. `path` was resolved before the user saw
 * it: a link that was created in it since is refused, also one that comes at the last moment. Where another file is there
 * at the last moment, nothing is written and `isStale` is true. `sha256`: of what was written, in hex.
 */
export async function rewriteFile(
  path: string,
  bytes: Buffer,
  before: Replaced,
): Promise<{ readonly ok: true; readonly sha256: string; readonly wrote: readonly WrittenFile[] } | RefusedWrite> {
  const write = (held: string) => writeIn(held, basename(path), bytes, before)
  try {
    const isWritten = await inRealFolder(dirname(path), write, { isMade: true })
    if (!isWritten) return { ok: false, outcome: changedMeanwhile(path) }
    const wrote = [{ path, before: before.version?.bytes ?? null, after: bytes }]
    return { ok: true, sha256: hash('sha256', bytes), wrote }
  } catch (error) {
    const isLinked = error instanceof LinkedFolder
    return refused(isLinked ? `${path}: a folder of this path became a symbolic link` : pathProblem(path, error))
  }
}

async function writeIn(folder: string, name: string, bytes: Buffer, before: Replaced): Promise<boolean> {
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx')
    try {
      if (before.owner !== null) await keepOwner(file, before.owner)
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    return await placeFile(temporary, join(folder, name), before.version)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** Adds an empty `wrote` to an outcome without one: a file tool writes nothing but what its outcome names. */
export async function withWritten(outcome: Promise<ToolOutcome>): Promise<ToolOutcome> {
  return { wrote: [], ...(await outcome) }
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
