import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

import { ok, refuse, type Result } from '../../../shared/result.ts'
import { isSystemError } from './system-error.ts'

/** Resolves a folder that a user typed: absolute, or below `~`. Returns its real path, or why it cannot be used. */
export async function resolveFolder(typed: string): Promise<Result<string>> {
  const text = typed.trim()
  const path = text === '~' || /^~[/\\]/.test(text) ? join(homedir(), text.slice(1)) : text
  if (!isAbsolute(path)) return refusal(`${text}: give the whole path, from the root or from ~ on.`)
  try {
    const real = await realpath(path)
    return (await stat(real)).isDirectory() ? ok(real) : refusal(`${text} is a file, not a folder.`)
  } catch (error) {
    return refusal(`${text}: ${isSystemError(error) ? reasonOf(error.code) : String(error)}.`)
  }
}

function refusal(message: string): Result<never> {
  return refuse(message)
}

function reasonOf(code: string): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such folder'
    case 'ENOTDIR':
      return 'a part of the path is a file, not a folder'
    case 'EACCES':
      return 'permission denied'
    case 'ELOOP':
      return 'the symbolic links go round in a circle'
    default:
      return code
  }
}
