import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { ConflictResolution, FileConflictText } from '../../shared/agent-worktree.ts'
import { conflicting } from '../../shared/app-error.ts'
import { err, errorMessage, ok, refuse, type Result } from '../../shared/result.ts'

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

export const SEEN_HELP =
  'with --resolve: write nothing unless the versions are those that --conflict printed with this id; may be repeated'

/** Returns what names the two versions of a file with a conflict. */
export function versionsId({ ours, theirs }: FileConflictText['seen']): string {
  return hash('sha256', JSON.stringify([ours, theirs])).slice(0, 16)
}

/**
 * Adds the versions that the user has seen, by the ids of `--seen`; none: nothing is added. CONFLICT if a file has others now.
 * `conflictOf`: what a file is now.
 */
export async function withSeenVersions(
  resolutions: readonly ConflictResolution[],
  ids: readonly string[],
  conflictOf: (path: string) => Promise<Result<FileConflictText>>,
): Promise<Result<readonly ConflictResolution[]>> {
  if (ids.length === 0) return ok(resolutions)
  const seen: ConflictResolution[] = []
  for (const resolution of resolutions) {
    const { path } = resolution
    const found = await conflictOf(path)
    if (!found.ok) return found
    if (!ids.includes(versionsId(found.value.seen))) {
      return err(
        conflicting(`Nothing was written. ${path} is none of what --seen names. Look at it again with --conflict.`),
      )
    }
    seen.push({ ...resolution, seen: found.value.seen })
  }
  return ok(seen)
}

function textOf(path: string): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)))
  } catch (error) {
    return refuse(`--resolve: ${path} cannot be read as UTF-8 text: ${errorMessage(error)}`)
  }
}
