import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FileMerge } from '../../core/ports/checkpoint-ports.ts'
import { errorMessage, ok, refuse } from '../../../shared/result.ts'
import { gitEnvironment, runGit } from './run-git.ts'

/** `git merge-file` ends with the number of conflicts, at most 127. */
const CONFLICTS = Array.from({ length: 128 }, (_, count) => count)

/** Merges three versions of a text with `git merge-file`. It reads no repository and no attributes. */
export function createMerge(environment: Readonly<Record<string, string>>): FileMerge {
  return async ({ base, ours, theirs, marks }) => {
    if ([base, ours, theirs].some((content) => content.includes(0))) return ok(null)
    const directory = await mkdtemp(join(tmpdir(), 'ikigai-merge-'))
    try {
      await Promise.all([
        writeFile(join(directory, 'ours'), ours),
        writeFile(join(directory, 'base'), base),
        writeFile(join(directory, 'theirs'), theirs),
      ])
      const env = { ...gitEnvironment(environment), GIT_CEILING_DIRECTORIES: tmpdir() }
      const args = [
        'merge-file',
        '-p',
        '--quiet',
        '-L',
        'folder',
        '-L',
        'before',
        '-L',
        'agent',
        'ours',
        'base',
        'theirs',
      ]
      const merged = await runGit({ args, cwd: directory, env, accepted: CONFLICTS })
      if (!merged.ok) return merged
      return ok(merged.value.code === 0 || marks === true ? merged.value.stdout : null)
    } catch (error) {
      return refuse(`The files could not be merged: ${errorMessage(error)}`)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
}
