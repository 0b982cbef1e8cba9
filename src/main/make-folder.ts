import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defined } from '../shared/defined.ts'

/**
 * Makes a folder and those above it that are missing; one that exists stays as it is. Throws the system's error if that
 * is not possible. Node's own `recursive` never ends where the system calls a folder missing whose parent exists, as in
 * `/proc`, so that no other code uses it.
 *
 * @param mode Permissions of the folders that are made.
 */
export function makeFolder(path: string, { mode }: { readonly mode?: number } = {}): void {
  const missing: string[] = []
  for (let folder = resolve(path); !isFolder(folder); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing) {
    try {
      mkdirSync(folder, defined({ mode }))
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!isFolder(folder)) throw error
    }
  }
}

/** As `makeFolder`, where what needs the folder says that it is missing. */
export function tryToMakeFolder(path: string, options: { readonly mode?: number } = {}): void {
  try {
    makeFolder(path, options)
  } catch {
    // It is missed where it is used.
  }
}

/** Returns why a folder of ikigai's own cannot be used, and what to do; null: it is there now. */
export function folderProblem(path: string, variable: string): string | null {
  try {
    makeFolder(path, { mode: 0o700 })
    accessSync(path, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return `The folder ${path} cannot be used: ${REASONS[reason] ?? reason}. Set ${variable} to a folder that you may write to.`
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist and cannot be made there',
  ENOTDIR: 'it is, or is below, a file',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a disk that can only be read',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its links lead round in a circle',
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) return found !== undefined
  throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${path}'`), { code: 'ENOTDIR', path })
}
