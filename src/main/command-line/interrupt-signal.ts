import { EXIT } from './exit-code.ts'

/**
 * Ctrl+C reaches every process at the terminal, and npm and npx pass it on once more: what comes this soon after the
 * first is the same key, ms.
 */
const SAME_KEY_MS = 500

export interface InterruptOptions {
  readonly process: {
    on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
    exit(code: number): void
  }
  /** ms, monotonic. */
  readonly now: () => number
}

/** Aborts at the first Ctrl+C (or a polite kill); a second one, by somebody who is tired of waiting, ends at once. */
export function interruptSignal(options: InterruptOptions = { process, now: () => performance.now() }): AbortSignal {
  const abort = new AbortController()
  let first: number | null = null
  const interrupt = (): void => {
    const at = options.now()
    first ??= at
    if (abort.signal.aborted && at - first > SAME_KEY_MS) options.process.exit(EXIT.cancelled)
    abort.abort()
  }
  options.process.on('SIGINT', interrupt)
  options.process.on('SIGTERM', interrupt)
  return abort.signal
}
