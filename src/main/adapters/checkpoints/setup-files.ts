import { createHash } from 'node:crypto'
import { constants, type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { parse, type ParseError } from 'jsonc-parser'

import { isNestedTooDeep } from '../../../shared/json.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { LOCK_NAMES } from '../../../shared/lock-files.ts'
import { projectSetup, SETUP_PATHS, type SetupFile } from '../../../shared/worktree-setup.ts'
import type { ProjectSetupFiles } from '../../core/ports/worktree-ports.ts'
import { findRepository } from './find-repository.ts'
import { hasRealFolders } from './safe-path.ts'

/** Longest file that is read, bytes. */
const MAX_BYTES = 256 * 1024

/** Reads what a project says about its worktrees, from the top of the repository of a folder. Links are not followed. */
export async function readSetupFiles(folder: string): Promise<Result<ProjectSetupFiles>> {
  const repository = await findRepository(folder)
  if (repository === null) return refuse(`${folder} is in no git repository.`)
  const { top } = repository
  const read = await Promise.all(SETUP_PATHS.map(async (path) => readFile(top, path)))
  const files = read.filter((file) => file !== null)
  const present = new Set(await readdir(top))
  const names = LOCK_NAMES.filter((name) => present.has(name))
  const parsed = files.map(({ path, bytes }) => setupFile(path, bytes))
  // The whole bytes of the files, the names of the lock files, of which the contents change with every update, and what is
  // read in both: another version that reads more in them asks again.
  const bytes = files.map(({ path, bytes: own }) => [path, own.toString('latin1')])
  const digest = createHash('sha256')
    .update(JSON.stringify([bytes, names, projectSetup(parsed, names)]))
    .digest('hex')
  return ok({ top, files: parsed, names, digest })
}

/** Returns a file of a set-up as it is read: UTF-8, and JSON that may have comments and commas at the end of lists. */
export function setupFile(path: string, bytes: Uint8Array): SetupFile {
  const text = new TextDecoder().decode(bytes)
  if (!path.endsWith('.json') || isNestedTooDeep(text)) return { path, text }
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 ? { path, text, value } : { path, text }
}

/** Null: there is none that is a regular file of a moderate size. */
async function readFile(top: string, path: string): Promise<{ path: string; bytes: Buffer } | null> {
  if (!(await hasRealFolders(top, path))) return null
  let file: FileHandle | null = null
  try {
    file = await open(join(top, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    if (!found.isFile() || found.size > MAX_BYTES) return null
    return { path, bytes: await file.readFile() }
  } catch {
    return null
  } finally {
    await file?.close()
  }
}
