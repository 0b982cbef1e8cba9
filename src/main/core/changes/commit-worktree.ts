import type { ChangeDependencies } from './change-dependencies.ts'
import type { WorktreeCommit } from '../../../shared/publishing.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentWorktrees } from './agent-worktrees.ts'
import { changeOrigins } from './change-origins.ts'
import { changedFile } from './checkpoint-event.ts'
import { comparedSpan } from './compared-span.ts'
import { commitMessage, plannedCommit } from './plan-commit.ts'

interface CommitRequest {
  readonly agentId: AgentId
  readonly message: string
  /** True: only says which files. */
  readonly preview: boolean
}

/** Commits what an agent's own worktree has since its newest commit (docs/behaviour/changes.md#publishing). */
export async function commitWorktree(
  { agentId, message, preview }: CommitRequest,
  dependencies: ChangeDependencies,
  agentWorktrees: AgentWorktrees,
): Promise<Result<WorktreeCommit>> {
  const { checkpoints, commits, search, tree, isBusy } = dependencies
  if (isBusy(agentId)) return refuse('Wait until the turn has ended, or cancel it.')
  const own = await agentWorktrees.worktreeOf(agentId)
  if (!own.ok) return own
  if (own.value === null) {
    return refuse(
      'This agent has no worktree of its own. Commit in its folder with git, or apply changes with a commit.',
    )
  }
  const { folder } = own.value
  const compared = await comparedSpan(agentId, folder, { type: 'base', base: 'HEAD' }, dependencies)
  if (!compared.ok) return compared
  const { place, before, after, isLeftOut } = compared.value.span
  const all = await checkpoints.difference(place, before, after)
  if (!all.ok) return all
  const differences = all.value.filter(({ path }) => !isLeftOut(path))
  const files = differences.map((difference) => changedFile(difference))
  if (preview || files.length === 0) return ok({ commit: null, files })
  const sides = differences.map((difference) => {
    const { path, before: base, after: theirs } = difference
    return { path, base, ours: base, theirs, difference }
  })
  // What is staged there is the agent's too.
  const planned = await plannedCommit(sides, place, dependencies, { takesStaged: true })
  if (!planned.ok) return planned
  if (planned.value.parent !== before) return refuse('Another commit was made in the worktree just now. Try again.')
  const origins = await changeOrigins(agentId, search)
  if (!origins.ok) return origins
  const name = tree.get(agentId)?.name ?? ''
  const text = commitMessage({ agentId, name, message, ...origins.value })
  return mapOk(await commits.commit({ folder, ...planned.value, message: text }), (commit) => ({ commit, files }))
}
