import type { FoundTool } from '../../../shared/found-session.ts'
import type { ForeignTool } from '../../../shared/foreign-tools.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'

/** One line of a file. `place`, `raw`: as in a record. */
export interface SourceLine {
  readonly place: string
  readonly raw: string
  /** Null: the line is no JSON object. */
  readonly json: JsonObject | null
}

/** What a file, an entry of an archive or a database contains, parsed but not understood. */
export type SourceDocument =
  | { readonly form: 'lines'; readonly lines: readonly SourceLine[] }
  /** `raw`: the text that `value` was parsed from. */
  | { readonly form: 'json'; readonly value: JsonValue; readonly raw: string }
  | { readonly form: 'rows'; readonly tables: Readonly<Record<string, readonly JsonObject[]>> }

/** A part of a source, or why one could not be read. `name` is for people. */
export type ForeignFileSource =
  | {
      readonly name: string
      readonly document: SourceDocument
      /** Returns the bytes of a file beside the source, by its name or id; null: there is none. */
      readonly asset?: (id: string) => Promise<Uint8Array | null>
    }
  | {
      readonly name: string
      /** The part that is damaged, while others of the file are read. Missing: all of it. */
      readonly place?: string
      readonly problem: string
      /** It is whole, and of no known tool. */
      readonly isOther?: true
    }

/** A session, or a file of one, in the usual place of its tool. */
export interface FoundSource {
  readonly tool: ForeignTool
  /** Absolute. A database holds several sessions. */
  readonly path: string
  /** When it was last written, ISO 8601, UTC. */
  readonly changedAt: string
  /** Bytes of the file. */
  readonly bytes: number
  /** The first lines of the file. Missing: `session` says the same. */
  readonly head?: SourceDocument
  /** Whether `head` is all that is in the file. */
  readonly isWhole?: boolean
  readonly session?: { readonly id: string; readonly name: string | null; readonly folder: string | null }
}

/** Files of another tool that a client sends. They are kept outside of the database until `discard`. */
export interface StagedSource {
  /**
   * Adds bytes to the end of a file, which are named one after the other. `path`: its place among the files, with `/`
   * between the names. REFUSED if the path leads elsewhere, or the files are too many or too large.
   */
  append(path: string, bytes: Uint8Array): Promise<Result<null>>
  /** Reads all of them, as `ForeignFiles.open` does. */
  open(): Promise<Result<AsyncIterable<ForeignFileSource>>>
  /** Removes them. Never rejects. */
  discard(): Promise<void>
}

/** Sessions and exports of other tools on this machine. They are only read. */
export interface ForeignFiles {
  /** Reads a file, an archive, a database or a folder. `session`: of a database, only this one; null: all. */
  open(path: string, session: string | null): Promise<Result<AsyncIterable<ForeignFileSource>>>
  find(): AsyncIterable<FoundSource>
  /** Says which tools have files of sessions in their usual places, without reading any. */
  count(): Promise<readonly FoundTool[]>
  /** A place for files that a client sends. */
  stage(): Promise<Result<StagedSource>>
}
