import type { EngineApi } from '../../../shared/engine-api.ts'
import { refuse } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'
import { defined } from '../../../shared/defined.ts'

export function createChangesApi(services: EngineServices): EngineApi['changes'] {
  const { changes, reviews, agentWorktrees, worktreeSetups, applying, blame } = services
  return {
    list: ({ agentId, scope }) => reviews.list(agentId, scope),
    file: ({ agentId, scope, path }) => reviews.file(agentId, scope, path),
    branches: ({ agentId }) => reviews.branches(agentId),
    blame: ({ path }) => blame.file(path),
    worktree: ({ agentId }) => agentWorktrees.worktreeOf(agentId),
    removeWorktree: ({ agentId, discard }) => agentWorktrees.remove(agentId, discard),
    pruneWorktrees: ({ dryRun }) => agentWorktrees.prune({ dryRun }),
    worktreeSetup: ({ folder }) => worktreeSetups.stateOf(folder),
    confirmWorktreeSetup: ({ folder, digest }) => worktreeSetups.confirm(folder, digest),
    apply: ({ commit, ...request }) => applying.apply({ ...request, ...defined({ commit }) }),
    undo: async ({ agentId, scope, paths, hunks, unsure, restore }) => {
      if (hunks !== undefined && paths?.length !== 1) return refuse('Hunks are hunks of one file. Name that file.')
      const request = {
        scope,
        ...defined({ paths, hunks, unsure }),
      }
      return changes.undo(agentId, request, restore === true ? 'restore' : 'undo')
    },
  }
}
