import type {
  AgentWorktree,
  AppliedChanges,
  ConflictResolution,
  FileConflictText,
  PrunedWorktree,
} from '../../shared/agent-worktree.ts'
import type { BlamedFile } from '../../shared/blame.ts'
import type { AgentBranches, ChangeList, FileChange, ReviewScope, UndoneChanges } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { wholePatch } from '../../shared/patch-text.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import type { ReviewComment } from '../../shared/review-comments.ts'
import type { WorktreeSetupState } from '../../shared/worktree-setup.ts'
import type { UndoChoice } from '../store/dialog-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** User operations on what agents changed in files. */
export interface ChangeActions {
  list(agentId: AgentId, scope: ReviewScope): Promise<Result<ChangeList>>
  file(agentId: AgentId, scope: ReviewScope, path: string): Promise<Result<FileChange>>
  /** Which changes of agents brought the lines of a file, by its absolute path. */
  blame(path: string): Promise<Result<BlamedFile>>
  /** The branches with which the agent's folder can be compared. */
  branches(agentId: AgentId): Promise<Result<AgentBranches>>
  /** Sends the agent one prompt with comments on lines. */
  comment(agentId: AgentId, comments: readonly ReviewComment[]): Promise<Result<null>>
  /** The changes of some files as a patch. */
  patch(agentId: AgentId, scope: ReviewScope, paths: readonly string[]): Promise<Result<string>>
  undo(agentId: AgentId, choice: UndoChoice): Promise<Result<UndoneChanges>>
  worktree(agentId: AgentId): Promise<Result<AgentWorktree | null>>
  removeWorktree(agentId: AgentId, discard: boolean): Promise<Result<null>>
  /** A file that cannot be merged, with both versions between marks. */
  conflict(agentId: AgentId, path: string): Promise<Result<FileConflictText>>
  /** Removes worktrees of no more use. `dryRun`: only lists them. */
  pruneWorktrees(dryRun: boolean): Promise<Result<readonly PrunedWorktree[]>>
  /** How new worktrees of a folder's project are made ready. */
  worktreeSetup(folder: string): Promise<Result<WorktreeSetupState>>
  /** Confirms what was shown; null: nothing is confirmed any more. */
  confirmWorktreeSetup(folder: string, digest: string | null): Promise<Result<WorktreeSetupState>>
  apply(
    agentId: AgentId,
    options: {
      /** True: nothing is written. */
      readonly preview: boolean
      readonly skip: readonly string[]
      readonly resolve?: readonly ConflictResolution[]
      /** Missing: the changes are not committed. */
      readonly commit?: { readonly message: string }
    },
  ): Promise<Result<AppliedChanges>>
}

export function createChangeActions({ client }: { readonly client: EngineClient }): ChangeActions {
  return {
    list: (agentId, scope) => callEngine(client.changes.list({ agentId, scope })),
    file: (agentId, scope, path) => callEngine(client.changes.file({ agentId, scope, path })),
    blame: (path) => callEngine(client.changes.blame({ path })),
    branches: (agentId) => callEngine(client.changes.branches({ agentId })),
    comment: async (agentId, comments) =>
      mapOk(await callEngine(client.changes.comment({ agentId, comments })), () => null),
    patch: (agentId, scope, paths) =>
      wholePatch(paths, (path) => callEngine(client.changes.file({ agentId, scope, path }))),
    undo: (agentId, choice) => callEngine(client.changes.undo({ agentId, ...choice })),
    worktree: (agentId) => callEngine(client.changes.worktree({ agentId })),
    removeWorktree: (agentId, discard) => callEngine(client.changes.removeWorktree({ agentId, discard })),
    conflict: (agentId, path) => callEngine(client.changes.conflict({ agentId, path })),
    pruneWorktrees: (dryRun) => callEngine(client.changes.pruneWorktrees({ dryRun })),
    worktreeSetup: (folder) => callEngine(client.changes.worktreeSetup({ folder })),
    confirmWorktreeSetup: (folder, digest) => callEngine(client.changes.confirmWorktreeSetup({ folder, digest })),
    apply: (agentId, options) => callEngine(client.changes.apply({ agentId, ...options })),
  }
}
