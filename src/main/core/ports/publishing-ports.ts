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
