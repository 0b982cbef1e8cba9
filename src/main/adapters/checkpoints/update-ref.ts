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

/** The end of an agent's chain of states; empty: it has none. */
export interface HeldState {
  readonly commit: string
  readonly tree: string
}

/**
 * Adds a commit of the tree to the agent's chain of states. Nothing happens if it already ends with that tree. `known`:
 * its end as far as is known; if another engine has added states since, it is read again.
 */
export async function updateRef(update: RefUpdate, known?: HeldState): Promise<Result<HeldState>> {
  const { env, cwd, gitDirectory, agentId, tree } = update
  const ref = `refs/ikigai/checkpoints/${agentId}`
  const { GIT_WORK_TREE: _, GIT_INDEX_FILE: __, ...others } = env
  const inRepository = { ...others, GIT_DIR: gitDirectory, GIT_OBJECT_DIRECTORY: join(gitDirectory, 'objects') }
  const before = known === undefined ? await heldState(ref, { env: inRepository, cwd }) : ok(known)
  if (!before.ok || before.value.tree === tree) return before
  const parent = before.value.commit === '' ? [] : ['-p', before.value.commit]
  const committed = await runGit({ args: ['commit-tree', tree, ...parent, '-m', 'Checkpoint'], cwd, env })
  if (!committed.ok) return known === undefined ? committed : updateRef(update)
  const commit = committed.value.stdout.toString().trim()
  const args = ['update-ref', ref, commit, before.value.commit]
  const updated = await runGit({ args, cwd, env: inRepository })
  if (!updated.ok && known !== undefined) return updateRef(update)
  return mapOk(updated, () => ({ commit, tree }))
}

async function heldState(ref: string, { env, cwd }: Pick<RefUpdate, 'env' | 'cwd'>): Promise<Result<HeldState>> {
  const show = ['for-each-ref', '--format=%(objectname) %(tree)', ref]
  const found = await runGit({ args: show, cwd, env })
  return mapOk(found, ({ stdout }) => {
    const [commit = '', tree = ''] = stdout.toString().trim().split(' ')
    return { commit, tree }
  })
}
