import { lstat, readlink, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

import { isInside } from '../is-inside.ts'
import { isSystemError, systemReason } from './system-error.ts'

export interface ResolvedPath {
  readonly ok: true
  /** Absolute path with every symlink resolved; its last parts may not exist yet. */
  readonly path: string
  /** Absolute path as requested; differs from `path` if it contains a link. */
  readonly asked: string
  /** True for the folder itself and everything inside it. */
  readonly isInFolder: boolean
}

export type ResolveResult = ResolvedPath | { readonly ok: false; readonly message: string }

/** Only the folder itself must exist. */
const NO_FOLDER = { ENOENT: "the agent's folder does not exist" }

/** Same limit as in Linux. */
const MAX_LINKS = 40

/**
 * Resolves a path relative to the folder, including `..` and symlinks, before any policy checks it. A link whose target
 * does not exist resolves to that target, because writing to the link would create it.
 */
export async function resolvePath(folder: string, path: string): Promise<ResolveResult> {
  if (path.includes('\0')) {
    return {
      ok: false,
      message: `${JSON.stringify(path)} contains a NUL character, which no path can. Send it without.`,
    }
  }
  try {
    const realFolder = await realpath(folder)
    const asked = resolve(realFolder, fromHome(path))
    const real = await realTarget(asked, MAX_LINKS)
    return { ok: true, path: real, asked, isInFolder: isInside(realFolder, real) }
  } catch (error) {
    return { ok: false, message: `${path}: ${systemReason(error, NO_FOLDER)}` }
  }
}

export function fromHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

async function realTarget(path: string, links: number): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ENOENT' || links === 0) throw error
  }
  const target = await danglingTarget(path)
  if (target !== null) return realTarget(target, links - 1)
  return join(await realTarget(dirname(path), links), basename(path))
}

/** Returns the missing target of a link; null: there is no link. */
async function danglingTarget(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : null
}
