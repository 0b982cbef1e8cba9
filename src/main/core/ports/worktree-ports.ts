import type { AgentWorktree } from '../../../shared/agent-worktree.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SetupFile } from '../../../shared/worktree-setup.ts'

export interface WorktreeRequest {
  readonly agentId: AgentId
  /** A name for the directory, and for the branch of its commits; may be empty. */
  readonly name: string
  /** Where the parent works: absolute, symlinks resolved. */
  readonly folder: string
  /** The worktree gets the files of this commit, as git names one. Missing: those of the folder as they are now. */
  readonly commit?: string | undefined
  /** Ignored files and folders to copy, as patterns of `.gitignore`. Missing: installed dependencies alone. */
  readonly copy?: readonly string[]
  /** The agent by whose rights the commands of a set-up run. Missing: `agentId`. */
  readonly actor?: AgentId
  /** Removes the directory of the same agent and name that an engine left that ended before it removed it. */
  readonly replaces?: boolean
  /** Aborting it ends the copying of files and the commands of a set-up, and no worktree is made. */
  readonly signal?: AbortSignal | undefined
}

/** What a project says about its worktrees. */
export interface ProjectSetupFiles {
  /** The top of the repository: absolute, symlinks resolved. */
  readonly top: string
  readonly files: readonly SetupFile[]
  /** The lock files in its top folder. */
  readonly names: readonly string[]
  /** Identifies the bytes of the files and the names of the lock files. */
  readonly digest: string
}

/** Worktrees of agents, made and removed with git. No method throws. */
export interface Worktrees {
  /** Returns the folder that contains the directories of all worktrees: absolute, symlinks resolved. */
  root(): Promise<Result<string>>
  /** Whether worktrees of a folder's repository can be made: it has a commit, and git is installed. */
  arePossible(folder: string): Promise<boolean>
  /** Reads what the project of a folder says about its worktrees. REFUSED outside a repository. */
  setupFiles(folder: string): Promise<Result<ProjectSetupFiles>>
  /**
   * Makes a worktree with the files of the folder's repository as they are now, also those that are not committed, or
   * with those of a commit. REFUSED without git, outside a repository, or without the commit.
   */
  create(request: WorktreeRequest): Promise<Result<AgentWorktree>>
  /**
   * REFUSED if the worktree is none of those that `create` made: its directory is not in the app's folder, or it is not of
   * the repository of its parent's folder. Another program may have changed what is stored.
   */
  check(worktree: AgentWorktree): Promise<Result<null>>
  /** Returns the disk use of its files, bytes; null: its directory is gone. */
  size(worktree: AgentWorktree): Promise<number | null>
  /** Returns those of the paths, from `directory`, whose contents are not the same in the repository of its parent. */
  differing(worktree: AgentWorktree, paths: readonly string[]): Promise<Result<readonly string[]>>
  /** Removes the directory; commits that nothing else holds get the branch. REFUSED as `check` does. */
  remove(worktree: AgentWorktree): Promise<Result<null>>
}

/** Worktrees that are made ready, and that are left in order, as their project says. */
export interface ReadyWorktrees extends Worktrees {
  /**
   * Runs what the project says is done before a worktree is removed, by the rights of an agent. REFUSED if a command
   * fails, or if the project says something else than the user confirmed; the worktree is as it was then.
   */
  tearDown(worktree: AgentWorktree, actor: AgentId): Promise<Result<null>>
}
