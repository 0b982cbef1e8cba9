import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

import { ok, refuse, type Result } from '../../../shared/result.ts'
import { systemReason } from './system-error.ts'

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
