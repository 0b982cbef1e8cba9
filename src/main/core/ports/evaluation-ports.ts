import type { EvaluationCheck } from '../../../shared/evaluation-file.ts'
import type { Result } from '../../../shared/result.ts'

/** A task as its file describes it. All paths are absolute. */
export interface SourceTask {
  readonly name: string
  readonly prompt: string
  /** Null: the usual system prompt. */
  readonly system: string | null
  readonly attachments: readonly string[]
  /** Symlinks are resolved. Null: the task has none. */
  readonly folder: { readonly path: string; readonly commit: string } | null
  readonly checks: readonly EvaluationCheck[]
}

/** The file of an evaluation (docs/evaluation.md). */
export interface EvaluationSource {
  /** As the file says, else the name of the file. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly text: string
  readonly tasks: readonly SourceTask[]
}

/** Reads what the user evaluates by. */
export interface EvaluationFiles {
  /**
   * Reads the file of an evaluation. REFUSED if the path is neither absolute nor below `~`, and with the place of each
   * mistake in the file.
   */
  read(path: string): Promise<Result<EvaluationSource>>
  /** Opens a file that a task attaches. REFUSED if it is no readable file; the pieces throw if it cannot be read later. */
  open(path: string): Promise<Result<AsyncIterable<Uint8Array>>>
}
