import type { AgentId } from '../../../shared/ids.ts'
import type {
  AgentBranches,
  ChangeHunk,
  CheckpointPlace,
  ComparedCommits,
  FileMode,
  SkippedFile,
} from '../../../shared/file-changes.ts'
import type { Result } from '../../../shared/result.ts'
import type { RevisionRange } from '../../../shared/revision-name.ts'

/** The content of a file at one moment. */
export interface FileVersion {
  readonly mode: FileMode
  /** The git blob id of the content; of a link: of its target. */
  readonly hash: string
}

/** A file that differs between two checkpoints. Null: it does not exist there. */
export interface FileDifference {
  /** Relative to the folder of the place, with `/`. */
  readonly path: string
  readonly before: FileVersion | null
  readonly after: FileVersion | null
  /** Lines; null: the file is binary. */
  readonly added: number | null
  readonly removed: number | null
}

/** A stored state of a folder. */
export interface SavedFolder {
  readonly place: CheckpointPlace
  readonly id: string
  /** Files that the state does not contain. */
  readonly skipped: readonly SkippedFile[]
}

export interface SaveRequest {
  readonly agentId: AgentId
  /** Absolute. */
  readonly folder: string
  /** Absolute paths that the call writes. Where git cannot be used only these are saved. */
  readonly touched: readonly string[]
}

export interface WantedFile {
  readonly mode: FileMode
  readonly content: Uint8Array
}

export interface FileReplacement {
  readonly path: string
  /** What the file must be now. Null: it must not exist. */
  readonly expected: FileVersion | null
  /** Null: the file is removed. */
  readonly wanted: WantedFile | null
}

/** Stores states of folders (docs/behaviour/changes.md#checkpoints). No method throws. */
export interface Checkpoints {
  /** Saves the state of a folder. States of equal content have equal ids. */
  save(request: SaveRequest): Promise<Result<SavedFolder>>
  difference(place: CheckpointPlace, before: string, after: string): Promise<Result<readonly FileDifference[]>>
  /** Returns the contents, in order. REFUSED if one is not stored here. */
  read(place: CheckpointPlace, versions: readonly FileVersion[]): Promise<Result<readonly Uint8Array[]>>
  /** Returns the files as they are now; null: there is none. REFUSED without the folder; so is a path through a link or into `.git`. */
  current(place: CheckpointPlace, paths: readonly string[]): Promise<Result<readonly (WantedFile | null)[]>>
  /** Returns those of the paths that are hidden from commands inside the sandbox, whether git ignores them or not. */
  hidden(place: CheckpointPlace, paths: readonly string[]): Promise<Result<readonly string[]>>
  /**
   * Writes files. If one of them is not as expected, nothing is written, and the result names those files. A file that
   * is as wanted already is skipped.
   */
  replace(
    place: CheckpointPlace,
    files: readonly FileReplacement[],
  ): Promise<Result<{ readonly conflicts: readonly string[] }>>
  close(): Promise<void>
}

/** Differences between texts, byte for byte. Null: binary or too large to compare. */
export interface TextChanges {
  /** The version of a file. `like`: a version of the same store, which shows how it computes ids. */
  versionOf(file: WantedFile, like: FileVersion): FileVersion
  isVersion(file: WantedFile | null, version: FileVersion | null): boolean
  hunks(before: Uint8Array, after: Uint8Array): readonly ChangeHunk[] | null
  /**
   * Takes hunks of a change back in a text that may have changed elsewhere since. Null: the lines of one of them are no
   * longer as the change left them.
   */
  withoutHunks(
    texts: { readonly before: Uint8Array; readonly after: Uint8Array; readonly current: Uint8Array },
    hunks: readonly number[],
  ): Uint8Array | null
}

/**
 * Merges three versions of a text. Null: both sides changed the same lines, or one of the texts is binary. `marks`: such lines
 * are in the result, with marks around both versions.
 */
export type FileMerge = (versions: {
  readonly marks?: true
  readonly base: Uint8Array
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
}) => Promise<Result<Uint8Array | null>>

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
