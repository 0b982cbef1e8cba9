import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
}

/** A program that runs confined. */
export interface ConfinedProgram extends Program {
  /**
   * Whether it expects a channel of Node as file descriptor 4, sends the port over it on which it expects a proxy, and
   * then starts the program.
   */
  readonly opensPort: boolean
  /** Missing: its protected places cannot change. */
  readonly guard?: Guard
  /** To be called when the program has ended, or is not started. Missing: its network is its own. */
  readonly leave?: () => void
  /** A program with arguments that starts another one in the same network. Missing: its network is its own. */
  readonly enter?: readonly string[]
}

/** What happens to the protected places of a confined program. */
export interface Guard {
  /** Calls back at most once, with a place that is no longer protected from the program. Returns what ends it. */
  watch(onUnprotected: (path: string) => void): () => void
  /** Returns which places changed since the start, for the user and the model; null: none. */
  changes(): Promise<string | null>
}

/** `by-proxy`: only what the proxy on a port of its own network passes on. `open`: this machine's network. */
export type SandboxNetwork = 'none' | 'by-proxy' | 'open'

/** Whose network a program joins. */
export interface SharedBy {
  readonly agentId: AgentId
  /** The agents whose rights limited the turn of its call. Only programs with the same limits share a network. */
  readonly limitedBy: readonly AgentId[]
  readonly lasts: boolean
}

/** What a confined program may do. All folders are absolute, with symlinks resolved. */
export interface Confinement {
  /** Where the program starts. */
  readonly start: string
  /** Folders in which it can write. */
  readonly writable: readonly string[]
  /** Folders that it can read, even in a home directory. */
  readonly readable: readonly string[]
  /** Files that it can read beside these, wherever they are. Missing: none. */
  readonly files?: readonly string[]
  readonly network: SandboxNetwork
  /**
   * The agent whose commands have one network together, unless it is `open`; it begins with a program that `lasts`
   * longer than its call. Missing: its network is its own.
   */
  readonly sharedBy?: SharedBy
  /** Whether it must be kept from the terminal of this process. A program with a session of its own has none. */
  readonly hasTerminal: boolean
  /** What it sees and writes in the place of a writable folder. Missing: that folder itself. */
  readonly copy?: FolderCopyPlace
}

/** A folder, and a copy of it outside the sandbox. Both are absolute, with symlinks resolved. */
export interface FolderCopyPlace {
  readonly folder: string
  readonly path: string
}

/** Runs programs with fewer rights than this process (docs/security.md#sandbox). */
export interface Sandbox {
  /**
   * Returns why programs cannot be confined to these folders, as a sentence for the user; null: they can. The system is
   * tested once by confining a program that tries to write outside.
   */
  problem(folders: readonly string[]): Promise<string | null>
  /** Returns the program that runs `program` confined. REFUSED if that is not possible now; then run nothing. */
  confine(program: Program, confinement: Confinement): Promise<Result<ConfinedProgram>>
}

/** Returns the agents whose rights limit an agent's running turn, or its last one, beside its own rights. */
export type TurnLimitsOf = (agentId: AgentId) => Promise<Result<readonly AgentId[]>>

/** Returns the level of an agent's running turn: the strictest one of the agents whose rights limit it. */
export type SandboxLevelOf = (agentId: AgentId) => Promise<Result<SandboxLevel>>
