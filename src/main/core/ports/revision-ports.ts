import type { AgentBranches, ComparedCommits } from '../../../shared/file-changes.ts'
import type { RevisionRange } from '../../../shared/revision-name.ts'
import type { Result } from '../../../shared/result.ts'

/** The commits that a review compares, and what it leaves out. */
export interface FoundRange {
  readonly compared: ComparedCommits
  /** Paths that are not in the folder on purpose (outside of a sparse checkout), relative to the folder, with `/`. */
  readonly absent: readonly string[]
}

/** Reads the commits and branches of a folder's repository. No program of the repository runs. No method throws. */
export interface Revisions {
  /**
   * Finds two commits. `to` missing: the files of the folder, whose changes begin at the newest commit that HEAD and
   * `from` both have. REFUSED outside a repository, for a name that no commit has, or without a commit that both have.
   */
  range(folder: string, names: Omit<RevisionRange, 'to'> & { readonly to?: string }): Promise<Result<FoundRange>>
  /** REFUSED outside a repository. */
  branches(folder: string): Promise<Result<AgentBranches>>
}
