import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

interface FailingProcess {
  readonly stdout: { on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown }
  readonly stderr: { on(event: 'error', listener: () => void): unknown }
  exit(code: number): void
}

/**
 * What becomes of a command whose stdout takes no more. A reader that went away (`ikigai log … | head`) is no error; a
 * full disk is one, or half of an export would pass for the whole.
 */
export class StdoutFailure {
  readonly #abort = new AbortController()
  readonly #process: FailingProcess
  readonly #output: Output
  #isAwaited = false
  #isError = false

  constructor(failing: FailingProcess, output: Output) {
    this.#process = failing
    this.#output = output
    failing.stdout.on('error', (error) => this.#fail(error))
    // Nobody reads what is said for people: no reason to stop.
    failing.stderr.on('error', () => undefined)
  }

  /** Aborted when stdout fails, for a command that has something to bring to an end; all others end at once. */
  signal(): AbortSignal {
    this.#isAwaited = true
    return this.#abort.signal
  }

  /** The exit code of a command that came to its end. */
  exitCode(code: ExitCode): ExitCode {
    return this.#isError ? EXIT.turnFailed : code
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#abort.signal.aborted) return
    this.#isError = error.code !== 'EPIPE'
    if (this.#isError) this.#output.error(`The output cannot be written: ${error.message}\n`)
    this.#abort.abort()
    if (!this.#isAwaited) this.#process.exit(this.exitCode(EXIT.done))
  }
}
