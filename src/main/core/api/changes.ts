import type { EngineApi } from '../../../shared/engine-api.ts'
import { refuse } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { defined } from '../../../shared/defined.ts'

export function createChangesApi(services: EngineWiring): EngineApi['changes'] {
  const { changes, reviews, agentWorktrees, worktreeSetups, applying, blame, folderOperations, inputs } = services
  return {
    list: ({ agentId, scope }) => reviews.list(agentId, scope),
    file: ({ agentId, scope, path }) => reviews.file(agentId, scope, path),
    comment: async ({ agentId, comments }) => {
      const text = await reviews.commentsPrompt(agentId, comments)
      return text.ok ? inputs.submit({ agentId, text: text.value, asText: true, ifBusy: 'queue' }) : text
    },
    branches: ({ agentId }) => reviews.branches(agentId),
    blame: ({ path }) => blame.file(path),
    worktree: ({ agentId }) => agentWorktrees.worktreeOf(agentId),
    makeWorktree: ({ agentId }) => folderOperations.moveToWorktree(agentId),
    removeWorktree: ({ agentId, discard }) => agentWorktrees.remove(agentId, discard),
    pruneWorktrees: ({ dryRun }) => agentWorktrees.prune({ dryRun }),
    worktreeSetup: ({ folder }) => worktreeSetups.stateOf(folder),
    confirmWorktreeSetup: ({ folder, digest }) => worktreeSetups.confirm(folder, digest),
    conflict: ({ agentId, path }) => applying.conflict(agentId, path),
    apply: ({ commit, resolve, ...request }) => applying.apply({ ...request, ...defined({ commit, resolve }) }),
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

export function createPublishingApi({ publishing, inputs }: EngineWiring): EngineApi['publishing'] {
  return {
    commit: (request) => publishing.commit(request),
    plan: ({ agentId, ...published }) => publishing.plan(agentId, published),
    push: ({ agentId, ...approved }) => publishing.push(agentId, approved),
    open: ({ agentId, ...request }) => publishing.open(agentId, request),
    checks: ({ agentId, ...published }) => publishing.checks(agentId, published),
    sendFailures: async ({ agentId, ...published }) => {
      const text = await publishing.failuresPrompt(agentId, published)
      return text.ok ? inputs.submit({ agentId, text: text.value, asText: true, ifBusy: 'queue' }) : text
    },
  }
}
