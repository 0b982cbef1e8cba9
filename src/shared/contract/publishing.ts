import { oc, type } from '@orpc/contract'
import { z } from 'zod'

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
import type { SubmitResult } from './agents.ts'
import { agentId } from './fields.ts'

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
