import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { makeFolder } from '../make-folder.ts'

/** Opens a folder only to name it, which needs no right to read it (`O_PATH`, open(2)). */
const NAMED = 0o10000000 | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** The folder is not where its path says: the path leads through a link. */
export class LinkedFolder extends Error {}

/**
 * Runs `work` with a path that leads to the folder itself, whatever programs put in its place or above it meanwhile: between
 * a look at a path and its use they can exchange a folder with a link. `isMade`: it is made if it is missing. Rejects with
 * a LinkedFolder if a link is on the path. Where the system has no such paths (all but Linux) the folder is only looked at
 * first.
 */
export async function inRealFolder<T>(
  folder: string,
  work: (held: string) => Promise<T>,
  { isMade = false }: { readonly isMade?: boolean } = {},
): Promise<T> {
  if (process.platform !== 'linux') {
    if (isMade) makeFolder(folder)
    if ((await realpath(folder)) !== folder) throw new LinkedFolder(folder)
    return work(folder)
  }
  const held = await hold(folder, isMade)
  try {
    return await work(heldPath(held, folder))
  } finally {
    await held.close()
  }
}

async function hold(folder: string, isMade: boolean): Promise<FileHandle> {
  const opened = await open(folder, NAMED).catch(async (error: unknown) => {
    if (!isMade || codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw await linked(error, folder)
    return null
  })
  const held = opened ?? (await make(folder))
  if ((await readlink(heldPath(held, folder)).catch(() => null)) === folder) return held
  await held.close()
  throw new LinkedFolder(folder)
}

async function make(folder: string): Promise<FileHandle> {
  const above = await hold(dirname(folder), true)
  try {
    const path = join(heldPath(above, dirname(folder)), basename(folder))
    await mkdir(path).catch((error: unknown) => {
      // Another process may have made it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error
    })
    return await open(path, NAMED).catch(async (error: unknown) => {
      throw await linked(error, path)
    })
  } finally {
    await above.close()
  }
}

/** What could not be opened as a folder may be a link. */
async function linked(error: unknown, folder: string): Promise<unknown> {
  const found = await lstat(folder).catch(() => null)
  return found?.isSymbolicLink() === true ? new LinkedFolder(folder) : error
}

/** Returns a path that leads to what is open, whatever lies at its former `path` now. Only Linux has one; else `path`. */
export function heldPath({ fd }: FileHandle, path: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : path
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
