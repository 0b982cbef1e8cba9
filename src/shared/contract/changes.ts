import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import {
  type AgentWorktree,
  type AppliedChanges,
  conflictResolutionsSchema,
  type FileConflictText,
  type PrunedWorktree,
} from '../agent-worktree.ts'
import type { BlamedFile } from '../blame.ts'
import {
  type AgentBranches,
  type ChangeList,
  changeScopeSchema,
  type FileChange,
  reviewScopeSchema,
  type UndoneChanges,
} from '../file-changes.ts'
import {
  approvedPushSchema,
  publishedSchema,
  type PullRequest,
  type PushedBranch,
  type PushPlan,
  type RequestChecks,
  type WorktreeCommit,
} from '../publishing.ts'
import type { Result } from '../result.ts'
import type { WorktreeSetupState } from '../worktree-setup.ts'
import { reviewCommentsSchema } from '../review-comments.ts'
import type { SubmitResult } from './agents.ts'
import { agentId } from './fields.ts'

const path = z.string().min(1).max(4_096)

export const changesContract = {
  /**
   * Lists the files that an agent changed, and whether they are still as it left them. A `base` or a `range` compares with
   * commits instead: what the agent's folder, or a commit, has since another commit, whoever changed it. REFUSED for a name
   * that no commit has, or one of another form than that of a name; without a commit that both sides have; outside a
   * repository.
   */
  list: oc.input(z.object({ agentId, scope: reviewScopeSchema })).output(type<Result<ChangeList>>()),
  /** Returns the change of one file, and how the file has changed since. */
  file: oc.input(z.object({ agentId, scope: reviewScopeSchema, path })).output(type<Result<FileChange>>()),
  /**
   * Sends the agent one prompt with comments on lines of its files: the file, the lines and the comment. A comment with a
   * `quote` says in the prompt if these lines have moved or changed since. While a turn runs it is queued. REFUSED for a file
   * that is not there or is protected, and for a line that it does not have; nothing is sent then.
   */
  comment: oc.input(z.object({ agentId, comments: reviewCommentsSchema })).output(type<Result<SubmitResult>>()),
  /** Returns the branches with which the agent's folder can be compared. REFUSED outside a repository. */
  branches: oc.input(z.object({ agentId })).output(type<Result<AgentBranches>>()),
  /**
   * Takes changes back: those of the files `paths` (missing: of all), or some hunks of one file, by index. What changed
   * while a command ran is left alone, because it may be the user's, and is named in `unsure`: an undo with `unsure`, or
   * one that names the file, takes it back. CONFLICT if a file has changed since; nothing is written then. The undo of
   * an undo's event is redo. `restore`: it is recorded as the files of the moment that the context was rewound to.
   */
  undo: oc
    .input(
      z.object({
        agentId,
        scope: changeScopeSchema,
        paths: z.array(path).min(1).max(10_000).readonly().optional(),
        hunks: z.array(z.number().int().nonnegative()).min(1).max(10_000).readonly().optional(),
        unsure: z.literal(true).optional(),
        restore: z.literal(true).optional(),
      }),
    )
    .output(type<Result<UndoneChanges>>()),
  /** Returns which changes of agents brought the lines of a file, by its absolute path. */
  blame: oc.input(z.object({ path })).output(type<Result<BlamedFile>>()),
  /** Returns the worktree that the agent works in; null: it has none of its own. */
  worktree: oc.input(z.object({ agentId })).output(type<Result<AgentWorktree | null>>()),
  /**
   * Makes a worktree of the folder that the agent works in; it works there from now on, and so do agents below it without a
   * folder of their own. REFUSED if it has one already, while a turn of one of them runs, and outside of a git repository
   * with a commit.
   */
  makeWorktree: oc.input(z.object({ agentId })).output(type<Result<AgentWorktree>>()),
  /** Removes the agent's worktree. REFUSED if it has changes that were not applied, unless `discard` is set. */
  removeWorktree: oc.input(z.object({ agentId, discard: z.boolean() })).output(type<Result<null>>()),
  /**
   * Removes worktrees of no more use: those of archived agents, and those whose directory is gone. Their states stay, so
   * that their changes can be shown and applied. One with contents that no checkpoint holds is kept, with the reason.
   * `dryRun`: nothing is removed.
   */
  pruneWorktrees: oc.input(z.object({ dryRun: z.boolean() })).output(type<Result<readonly PrunedWorktree[]>>()),
  /**
   * Returns how the worktrees of a folder's project are made ready, and whether a user has confirmed it. REFUSED outside a
   * repository.
   */
  worktreeSetup: oc.input(z.object({ folder: path })).output(type<Result<WorktreeSetupState>>()),
  /**
   * Confirms the set-up with this digest: new worktrees of the project are made ready with it. Null: with none. REFUSED if
   * the project has another one now.
   */
  confirmWorktreeSetup: oc
    .input(z.object({ folder: path, digest: z.string().max(64).nullable() }))
    .output(type<Result<WorktreeSetupState>>()),
  /** Returns a file that `apply` cannot merge, with both versions between marks. REFUSED for a file without a conflict. */
  conflict: oc.input(z.object({ agentId, path })).output(type<Result<FileConflictText>>()),
  /**
   * Merges the changes of the agent's worktree into its parent's folder; with `preview` it only says what would be
   * written. CONFLICT if both sides changed the same lines of a file that is not in `skip`; nothing is written then.
   * `resolve` decides about such files instead: the version of the folder, that of the agent, or another text. CONFLICT if a
   * version is another than the user saw. With `commit` the changes are committed as well, and nothing else is; an empty message: the agent's name. Hooks do
   * not run.
   */
  apply: oc
    .input(
      z.object({
        agentId,
        preview: z.boolean(),
        skip: z.array(path).max(10_000).readonly(),
        resolve: conflictResolutionsSchema.optional(),
        commit: z.object({ message: z.string().max(10_000) }).optional(),
      }),
    )
    .output(type<Result<AppliedChanges>>()),
}

const published = publishedSchema.extend({ agentId })

export const publishingContract = {
  /**
   * Commits what an agent's own worktree has since its newest commit, with the message of the user, or the agent's name if it is
   * empty. Hooks do not run. `preview`: it only says which files. REFUSED for an agent without a worktree of its own.
   */
  commit: oc
    .input(z.object({ agentId, message: z.string().max(10_000), preview: z.boolean() }))
    .output(type<Result<WorktreeCommit>>()),
  /** Asks the remote what it has, and returns what a push would bring. Nothing is pushed. */
  plan: oc.input(published).output(type<Result<PushPlan>>()),
  /**
   * Pushes what a user has seen and approves: this commit to this branch at this address. CONFLICT if the folder, the address of
   * the remote or the branch there is another now; nothing is pushed then. Hooks do not run.
   */
  push: oc.input(approvedPushSchema.extend({ agentId })).output(type<Result<PushedBranch>>()),
  /** Opens a pull request for a branch that was pushed, with `gh` or `glab`. CONFLICT if the branch has another commit now. */
  open: oc
    .input(
      published.extend({
        url: z.string().min(1).max(4_000),
        branch: z.string().min(1).max(250),
        commit: approvedPushSchema.shape.commit,
        base: z.string().min(1).max(250),
        title: z.string().trim().min(1).max(256),
        body: z.string().max(60_000),
        draft: z.boolean(),
      }),
    )
    .output(type<Result<PullRequest>>()),
  /** Returns the open pull request of the agent's branch, and its checks. */
  checks: oc.input(published).output(type<Result<RequestChecks>>()),
  /**
   * Sends the agent one prompt with the failed checks of its pull request and the ends of their logs, which are marked as text
   * that is not trusted. REFUSED if no check has failed.
   */
  sendFailures: oc.input(published).output(type<Result<SubmitResult>>()),
}
