/**
 * The error code for a call that the user must confirm with a code. The engine prints the code in its terminal, which
 * the connection cannot read. The error message describes what is to be confirmed. The window asks for the code, passes
 * it to `confirmation.give`, and calls again.
 */
export const CONFIRMATION_NEEDED = 'CONFIRMATION_NEEDED'

/** A code that another window waits for, as a window that needs none for the same operation shows it. */
export interface ShownCode {
  readonly code: string
  /** What it confirms. */
  readonly description: string
  /** When it ends, ms since the epoch. */
  readonly until: number
}
