import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

interface FailingProcess {
  readonly stdout: { on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown }
  readonly stderr: { on(event: 'error', listener: () => void): unknown }
  exit(code: number): void
}

/**
 * Handles a command whose stdout fails. A closed pipe (`ikigai log … | head`) is no error; a full disk is one, because
 * an incomplete export could be taken for a complete one.
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
    // Ignore a closed stderr: it carries messages for the user only.
    failing.stderr.on('error', () => undefined)
  }

  /** Aborts when stdout fails, for a command that needs to clean up; all other commands exit immediately. */
  signal(): AbortSignal {
    this.#isAwaited = true
    return this.#abort.signal
  }

  /** Returns the exit code of a command that has finished. */
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
