import type { Result } from '../../../shared/result.ts'

interface EditorRequest {
  /** A name that is looked up in PATH, or a path. */
  readonly program: string
  /** Absolute. */
  readonly folder: string
  /** Relative to the folder. */
  readonly path: string
}

/**
 * Starts the user's editor with one file. REFUSED if the file is not in the folder, or the program does not start.
 * Never throws.
 */
export type OpenInEditor = (request: EditorRequest) => Promise<Result<null>>
