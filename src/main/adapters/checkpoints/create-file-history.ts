import { createCheckpoints } from './create-checkpoints.ts'
import { createCommits } from './create-commits.ts'
import { createWorktrees } from './create-worktrees.ts'
import { type CheckpointOptions, FolderStores } from './folder-stores.ts'
import { createMerge } from './merge-texts.ts'
import { createRevisions } from './read-revisions.ts'
import { createCodeHosts } from './code-hosts.ts'
import { createPushing } from './push-commits.ts'
import type { PublishingOptions } from './publishing-git.ts'
import { textChanges } from './text-changes.ts'

/** Creates what records, undoes, merges and commits changes to files. */
export function createFileHistory(options: CheckpointOptions & PublishingOptions) {
  const stores = new FolderStores(options)
  return {
    checkpoints: createCheckpoints(stores),
    worktrees: createWorktrees({ ...options, stores }),
    textChanges,
    mergeTexts: createMerge(options.environment),
    commits: createCommits(options.environment),
    pushing: createPushing(options),
    codeHosts: createCodeHosts(options),
    revisions: createRevisions(options.environment),
  }
}
