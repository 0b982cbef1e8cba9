import { z } from 'zod'

import type { ChangedFile } from './file-changes.ts'

/** The programs that open pull requests: GitHub's and GitLab's. */
export const CODE_HOSTS = ['github', 'gitlab'] as const
export type CodeHost = (typeof CODE_HOSTS)[number]

const objectId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const name = z.string().min(1).max(250)

/** What of an agent is pushed, where. Missing: the remote that the branch follows, or `origin`; the agent's own branch. */
export const publishedSchema = z.object({
  remote: name.optional(),
  branch: name.optional(),
  host: z.enum(CODE_HOSTS).optional(),
})
export type Published = Readonly<z.infer<typeof publishedSchema>>

/** What a user has seen and approves: nothing else is pushed. */
export const approvedPushSchema = z.object({
  remote: name,
  /** As `PushPlan.url`. */
  url: z.string().min(1).max(4_000),
  branch: name,
  commit: objectId,
  /** What the branch has at the remote; null: there is no such branch. */
  replaces: objectId.nullable(),
  /** True: commits of the branch at the remote may be lost, if it still has those of `replaces`. */
  force: z.boolean(),
})
export type ApprovedPush = Readonly<z.infer<typeof approvedPushSchema>>

/** A commit that a push brings. */
export interface PushedCommit {
  readonly id: string
  /** The first line of its message. */
  readonly subject: string
}

/** What a push would do. */
export interface PushPlan extends Omit<ApprovedPush, 'force'> {
  /** All remotes of the repository. */
  readonly remotes: readonly string[]
  /** Commits that no branch of the remote has, newest first; at most 100. */
  readonly commits: readonly PushedCommit[]
  readonly more: number
  /** The branch at the remote has commits that `commit` does not have, so only a push with `force` replaces it. */
  readonly needsForce: boolean
  /** Files of the folder that are not committed, so they are not pushed. */
  readonly uncommitted: readonly string[]
  /** The branch that the remote shows first; null: it is not known. */
  readonly base: string | null
  /** A proposal, from the agent's name. */
  readonly title: string
  /** A proposal, from the prompts of its turns. */
  readonly body: string
}

export interface PushedBranch {
  readonly url: string
  readonly branch: string
  readonly commit: string
}

/** A commit of an agent's own worktree. `commit` null: only the files were asked for, or there are none. */
export interface WorktreeCommit {
  readonly commit: string | null
  readonly files: readonly ChangedFile[]
}

/** A pull request, or merge request. */
export interface PullRequest {
  readonly url: string
  readonly number: number
  readonly title: string
}

/** One check of a pull request. */
export interface RequestCheck {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'pending' | 'skipped' | 'cancelled'
  /** A page about it; null: there is none. */
  readonly link: string | null
}

export interface RequestChecks {
  /** Null: the branch has no pull request. */
  readonly request: PullRequest | null
  readonly checks: readonly RequestCheck[]
}

/** The end of the log of a failed check. `log` null: it could not be read. */
export interface FailedCheck extends RequestCheck {
  readonly log: string | null
}
