import { type AppError, ERRORS } from '../../shared/app-error.ts'
import type { ErrorOutput } from '../process-output.ts'

/** The exit codes of the command line. */
export const EXIT = {
  done: 0,
  turnFailed: 1,
  usage: 2,
  /** Nothing was paid: the user has to say first whether to go on. */
  asks: 3,
  cancelled: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Returns the exit code of a command that ended with this error. */
export function exitCodeOf(error: AppError): ExitCode {
  return EXIT[ERRORS[error.category].exitCode]
}

/** Prints why a command cannot go on, and returns its exit code. */
export function failed(
  { error }: { readonly error: AppError },
  output: ErrorOutput,
  code: ExitCode = exitCodeOf(error),
): ExitCode {
  output.error(`${error.message}\n`)
  return code
}
