import type {
  ApprovedPush,
  CodeHost,
  FailedCheck,
  PullRequest,
  PushedCommit,
  RequestChecks,
} from '../../../shared/publishing.ts'
import type { RemoteAddress } from '../../../shared/remote-address.ts'
import type { Result } from '../../../shared/result.ts'
import type { FileVersion, WantedFile } from './checkpoint-ports.ts'

/** The commits of a folder. */
export interface LocalCommits {
  /** The newest commit. */
  readonly commit: string
  /** Null: a detached HEAD. */
  readonly branch: string | null
  readonly remotes: readonly string[]
}

/** What a remote has. */
export interface RemoteBranchState {
  readonly address: RemoteAddress
  /** What the branch has; null: there is no such branch. */
  readonly replaces: string | null
  /** The branch that the remote shows first; null: it is not known. */
  readonly base: string | null
  /** Commits that no branch of the remote has, newest first. */
  readonly commits: readonly PushedCommit[]
  /** Number beyond those. */
  readonly more: number
  /** Whether the commit has all that the branch has at the remote. */
  readonly isAhead: boolean
}

/**
 * Pushes commits with git, outside the sandbox, with the user's credentials. Of the configuration of the repository only the
 * addresses of its remotes are read: no hook, no program and no other address that it names is used. No method throws, and
 * no error contains a secret of an address.
 */
export interface Pushing {
  local(folder: string): Promise<Result<LocalCommits>>
  /** Asks a remote what it has. */
  remote(
    folder: string,
    target: { readonly remote: string; readonly branch: string; readonly commit: string },
  ): Promise<Result<RemoteBranchState>>
  /** Pushes one commit to one branch. REFUSED if the address is another, or the branch has something else now. */
  push(folder: string, approved: ApprovedPush): Promise<Result<null>>
}

/** Where a pull request is. */
export interface RequestPlace {
  readonly host: CodeHost
  readonly address: RemoteAddress
  readonly branch: string
}

/**
 * Opens pull requests and reads their checks with `gh` or `glab`, outside the sandbox, with the user's account. They run in no
 * repository. No method throws, and no error contains a token.
 */
export interface CodeHosts {
  /** Which program knows a host. REFUSED if none does, or it is not installed. `named`: by the user. */
  hostOf(address: RemoteAddress, named: CodeHost | undefined): Promise<Result<CodeHost>>
  /** Returns the open pull request of a branch; null: there is none. */
  find(place: RequestPlace): Promise<Result<PullRequest | null>>
  open(
    place: RequestPlace,
    request: { readonly base: string; readonly title: string; readonly body: string; readonly draft: boolean },
  ): Promise<Result<PullRequest>>
  checks(place: RequestPlace): Promise<Result<RequestChecks>>
  /** Returns failed checks with the ends of their logs. */
  failures(place: RequestPlace): Promise<Result<readonly FailedCheck[]>>
}

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
