import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { FreedSpace, RoomKind } from '../../../shared/room.ts'

/** The kinds that are folders of the data directory. */
type FolderKind = Extract<RoomKind, 'tool_output' | 'checkpoints' | 'worktrees'>

interface DatabaseSizes {
  readonly events: number
  /** Bytes. Null: the user of the database may not know it. */
  readonly bytes: Readonly<Record<Exclude<RoomKind, FolderKind>, number | null>>
  /** As in `RoomReport`. */
  readonly unused: number | null
}

/** How much room the database takes. */
export interface RoomStore {
  sizes(): Promise<Result<DatabaseSizes>>
  /** Returns whether tables have many pages that were never looked at for dead rows, as after an import that was killed. */
  isFreeDue(): Promise<Result<boolean>>
  /** Frees the space that holds nothing, while others read and write. An abort ends it; what was freed stays free. */
  free(signal?: AbortSignal): Promise<Result<FreedSpace>>
  /** Returns the agents whose results name files with whole outputs. `names`: of the files, without their folder. */
  outputOwners(names: readonly string[]): Promise<Result<readonly OutputOwner[]>>
}

/** A file with the whole output of a call. Copies of an agent, as by an import, name the same file. */
export interface OutputOwner {
  readonly agentId: AgentId
  readonly name: string
}

/** A file with a whole output of a tool. `name`: without its folder. */
export interface OutputFile {
  readonly name: string
  readonly bytes: number
}

/** The files with whole outputs of tools. */
export interface OldOutputs {
  /** Returns those that were last changed before that time, ms since the epoch. */
  find(before: number): Promise<readonly OutputFile[]>
  /** Deletes files; returns those that could be deleted. */
  remove(files: readonly OutputFile[]): Promise<readonly OutputFile[]>
}

/** Returns the bytes of files in folders of the data directory; 0: there is no such folder. */
export type FolderSizes = () => Promise<Readonly<Record<FolderKind, number>>>
