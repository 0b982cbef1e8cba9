import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { homedir } from 'node:os'

import { makeFolder } from '../make-folder.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import { systemReason } from './tools/system-error.ts'

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

/** Resolves a folder that a user typed: absolute, or below `~`. Returns its real path, or why it cannot be used. */
export async function resolveFolder(typed: string): Promise<Result<string>> {
  const text = typed.trim()
  if (text.includes('\0')) return refusal('The folder has a NUL character in its path, which no path can have.')
  const path = text === '~' || /^~[/\\]/.test(text) ? join(homedir(), text.slice(1)) : text
  if (!isAbsolute(path)) return refusal(`${text}: give the whole path, from the root or from ~ on.`)
  try {
    const real = await realpath(path)
    return (await stat(real)).isDirectory() ? ok(real) : refusal(`${text} is a file, not a folder.`)
  } catch (error) {
    return refusal(`${text}: ${systemReason(error, { ENOENT: 'there is no such folder' })}.`)
  }
}

function refusal(message: string): Result<never> {
  return refuse(message)
}
