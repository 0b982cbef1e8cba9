import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { RoomKind } from '../../../shared/room.ts'

/** The kinds that are folders of the data directory. */
type FolderKind = Extract<RoomKind, 'tool_output' | 'checkpoints' | 'worktrees'>

interface DatabaseSizes {
  readonly events: number
  /** Bytes. Null: the user of the database may not know it. */
  readonly bytes: Readonly<Record<Exclude<RoomKind, FolderKind>, number | null>>
}

/** How much room the database takes. */
export interface RoomStore {
  sizes(): Promise<Result<DatabaseSizes>>
  /** Returns the agents whose results name files with whole outputs. `names`: of the files, without their folder. */
  outputOwners(names: readonly string[]): Promise<Result<readonly OutputOwner[]>>
}

/** A file with the whole output of a call. Copies of an agent, as by an import, name the same file. */
interface OutputOwner {
  readonly agentId: AgentId
  readonly name: string
}

/** A file that was deleted. `name`: without its folder. */
export interface RemovedOutput {
  readonly name: string
  readonly bytes: number
}

/** Deletes files with whole outputs of tools that were last changed before that time, ms since the epoch. */
export type RemoveOldOutputs = (before: number) => Promise<readonly RemovedOutput[]>

/** Returns the bytes of files in folders of the data directory; 0: there is no such folder. */
export type FolderSizes = () => Promise<Readonly<Record<FolderKind, number>>>
