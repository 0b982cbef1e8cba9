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
}

/** Deletes files with whole outputs of tools that were last changed before that time, ms since the epoch. */
export type RemoveOldOutputs = (before: number) => Promise<{ readonly files: number; readonly bytes: number }>

/** Returns the bytes of files in folders of the data directory; 0: there is no such folder. */
export type FolderSizes = () => Promise<Readonly<Record<FolderKind, number>>>
