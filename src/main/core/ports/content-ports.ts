import type { FileFacts } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** The bytes of stored files. */
export interface ContentReader {
  /** Returns the stored files among these, by hash. */
  find(hashes: readonly string[]): Promise<Result<ReadonlyMap<string, FileFacts>>>
  /** Returns at most `length` bytes from `offset` on; empty at the end, and if the file is not stored. */
  read(sha256: string, offset: number, length: number): Promise<Result<Uint8Array>>
}

/** Files of messages, stored by their hash (docs/behaviour/content.md). Stored files never change. */
export interface ContentStore extends ContentReader {
  /** Returns the texts of these files, by hash. Files without text are left out. */
  texts(hashes: readonly string[]): Promise<Result<ReadonlyMap<string, string>>>
  /** Begins to write a file. Nothing is stored until `StagedFile.store`; what is not stored is removed after a day. */
  stage(): StagedFile
  /** As `find`, for files that will be referred to: they are kept for a week from now on, also without a reference. */
  claim(hashes: readonly string[]): Promise<Result<ReadonlyMap<string, FileFacts>>>
  /**
   * Removes the pieces of uploads that were abandoned more than a day ago, and files that for a week nothing has
   * referred to. Returns the number of removed files.
   */
  sweep(): Promise<Result<number>>
}

/** A file that is being written. Calls must not overlap. */
export interface StagedFile {
  /** Adds bytes at the end. */
  append(bytes: Uint8Array): Promise<Result<null>>
  /** The hash of all bytes so far, in lowercase hexadecimal digits. */
  sha256(): string
  /** Returns at most `length` of the bytes so far from `offset` on. */
  read(offset: number, length: number): Promise<Result<Uint8Array>>
  /** Makes the file durable. If a file with these bytes is stored already, that one is kept. */
  store(inspected: InspectedFile): Promise<Result<FileFacts>>
  /** Removes the pieces. */
  discard(): Promise<void>
}

/** What the bytes of a file say about it. */
export interface InspectedFile extends Omit<FileFacts, 'sha256' | 'bytes' | 'characters'> {
  /** What a model is sent that cannot take the file itself; null: the file has no text. */
  readonly text: string | null
}

/** Files with the whole of texts of which models are sent the beginning and the end. Tools read them without asking. */
export interface WholeOutputs {
  /** The absolute path of their folder. */
  readonly folder: string
  /** Writes a file unless it is there; returns whether it is. The name begins with `WHOLE_PREFIX`. */
  keep(name: string, text: string): Promise<boolean>
  /** Removes all of them, because something was redacted. They are written again where they are needed. */
  removeAll(): Promise<void>
}

/** How the names of these files begin. Files that tools keep themselves begin with the id of an agent. */
export const WHOLE_PREFIX = 'whole-'

export interface FileBytes {
  /** Bytes. */
  readonly size: number
  /** Returns at most `length` bytes from `offset` on. */
  read(offset: number, length: number): Promise<Result<Uint8Array>>
}

/** Determines the kind of a file and measures it. What cannot be read is left out; damaged files are no error. */
export type InspectFile = (file: FileBytes) => Promise<Result<InspectedFile>>

/**
 * The files in agents' working folders that their tools may read without asking. All methods return REFUSED if the
 * folder is larger than a project.
 */
export interface FolderFiles {
  /**
   * Returns the paths of files relative to the folder, newest first, with `/` between the names. Files that ignore
   * files name, and protected ones, are left out. Long lists are cut.
   */
  list(agentId: AgentId, signal?: AbortSignal): Promise<Result<readonly string[]>>
  /** Returns the sizes of files, bytes; null: the file is gone. */
  sizes(agentId: AgentId, paths: readonly string[]): Promise<Result<readonly (number | null)[]>>
  /**
   * Calls `read` with the pieces of a file. REFUSED if the path leads out of the folder, is protected, or is not a
   * file.
   */
  open<T>(
    agentId: AgentId,
    path: string,
    read: (pieces: AsyncIterable<Uint8Array>) => Promise<Result<T>>,
  ): Promise<Result<T>>
}
