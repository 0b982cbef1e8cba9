import { join } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { runGit } from './run-git.ts'

interface RefUpdate {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** The directory that the ref is written to. */
  readonly gitDirectory: string
  readonly agentId: AgentId
  readonly tree: string
}

/**
 * Settings that override those of the repository: `update-ref` runs in it, because the ref must be in it, and would run
 * its `reference-transaction` hook.
 */
export const WITHOUT_PROGRAMS = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false']

/** Adds a commit of the tree to the agent's chain of states. Nothing happens if it already ends with that tree. */
export async function updateRef({ env, cwd, gitDirectory, agentId, tree }: RefUpdate): Promise<Result<null>> {
  const ref = `refs/ikigai/checkpoints/${agentId}`
  const { GIT_WORK_TREE: _, GIT_INDEX_FILE: __, ...others } = env
  const inRepository = { ...others, GIT_DIR: gitDirectory, GIT_OBJECT_DIRECTORY: join(gitDirectory, 'objects') }
  const show = ['for-each-ref', '--format=%(objectname) %(tree)', ref]
  const found = await runGit({ args: [...WITHOUT_PROGRAMS, ...show], cwd, env: inRepository })
  if (!found.ok) return found
  const [before = '', treeBefore = ''] = found.value.stdout.toString().trim().split(' ')
  if (treeBefore === tree) return ok(null)
  const parent = before === '' ? [] : ['-p', before]
  const committed = await runGit({ args: ['commit-tree', tree, ...parent, '-m', 'Checkpoint'], cwd, env })
  if (!committed.ok) return committed
  const commit = committed.value.stdout.toString().trim()
  const args = [...WITHOUT_PROGRAMS, 'update-ref', ref, commit, before]
  return mapOk(await runGit({ args, cwd, env: inRepository }), () => null)
}
