import type { Result } from '../../../shared/result.ts'
import type { FileVersion, WantedFile } from './checkpoint-ports.ts'

/** A file in the newest commit of a repository. */
export interface CommittedFile {
  /** Null: the commit does not have it. */
  readonly version: FileVersion | null
  /** What git would change in its content when it is added: all of it may be, its line ends, or nothing. */
  readonly conversion: 'all' | 'line_ends' | 'none'
}

export interface CommitBase {
  /** The newest commit. */
  readonly commit: string
  /** In the order of the paths. */
  readonly files: readonly CommittedFile[]
}

export interface CommitRequest {
  /** In a repository: absolute. */
  readonly folder: string
  /** What `base` returned; another newest commit is REFUSED. */
  readonly parent: string
  /** Null: the file is removed. Paths are relative to the folder, with `/`. */
  readonly files: readonly { readonly path: string; readonly wanted: WantedFile | null }[]
  readonly message: string
}

/** Commits single files in the repository of a folder, without its hooks and filters. No method throws. */
export interface Commits {
  /**
   * Returns what the newest commit has of some files. REFUSED if they cannot be committed: there is no repository or
   * commit, git has no name for the user, a merge or rebase is not finished, or one of the files is staged and
   * `takesStaged` is not set.
   */
  base(
    folder: string,
    paths: readonly string[],
    options?: { readonly takesStaged?: boolean },
  ): Promise<Result<CommitBase>>
  /**
   * Adds a commit with these files and returns its id. Other files, staged ones too, stay as they are. The files in the
   * folder are neither read nor written.
   */
  commit(request: CommitRequest): Promise<Result<string>>
}
