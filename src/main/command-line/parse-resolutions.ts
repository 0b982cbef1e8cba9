import { readFileSync } from 'node:fs'

import type { ConflictResolution } from '../../shared/agent-worktree.ts'
import { errorMessage, ok, refuse, type Result } from '../../shared/result.ts'

export const RESOLVE_HELP =
  "decide about a file that cannot be merged: FILE=ours keeps that of the folder, FILE=theirs takes the agent's, FILE=PATH the text of another file; may be repeated"

/** Reads values of `--resolve`. REFUSED for another form, and for a file that cannot be read. */
export function resolutionsOf(values: readonly string[]): Result<readonly ConflictResolution[]> {
  const resolutions: ConflictResolution[] = []
  for (const value of values) {
    const at = value.lastIndexOf('=')
    const [path, how] = [value.slice(0, Math.max(0, at)), value.slice(at + 1)]
    if (path === '' || how === '') return refuse(`--resolve takes FILE=ours, FILE=theirs or FILE=PATH, not ${value}.`)
    if (how === 'ours' || how === 'theirs') resolutions.push({ path, take: how })
    else {
      const text = textOf(how)
      if (!text.ok) return text
      resolutions.push({ path, take: 'text', text: text.value })
    }
  }
  return ok(resolutions)
}

function textOf(path: string): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)))
  } catch (error) {
    return refuse(`--resolve: ${path} cannot be read as UTF-8 text: ${errorMessage(error)}`)
  }
}
