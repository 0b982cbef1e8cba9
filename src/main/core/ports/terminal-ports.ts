import type { Result } from '../../../shared/result.ts'
import type { TerminalSize } from '../../../shared/terminal.ts'

export interface TerminalStart {
  /** Absolute. */
  readonly folder: string
  readonly size: TerminalSize
  /** Called with what its programs print, escape sequences included; never before the start has resolved. */
  readonly onText: (text: string) => void
  /** Called once, after the last text. `code`: null if a signal ended the shell. */
  readonly onEnd: (code: number | null) => void
}

export interface RunningTerminal {
  write(text: string): void
  resize(size: TerminalSize): void
  /** Stops reading, so that programs wait as soon as they print more than the system buffers. */
  pause(): void
  resume(): void
  /** Hangs up; a shell that goes on is killed. `onEnd` follows. */
  end(): void
}

/** Starts the user's shell in a terminal. REFUSED if it does not start. Never throws. */
export type StartTerminal = (start: TerminalStart) => Promise<Result<RunningTerminal>>

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
