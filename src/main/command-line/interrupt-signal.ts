import { EXIT } from './exit-code.ts'

/**
 * Ctrl+C reaches every process of the terminal, and npm and npx pass it on again: a signal within this time after the
 * first one is the same key press, ms.
 */
const SAME_KEY_MS = 500

/** Aborts on the first SIGINT or SIGTERM. A second one exits immediately. */
export function interruptSignal(
  options: {
    readonly process: {
      on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
      exit(code: number): void
    }
    /** Monotonic time, ms. */
    readonly now: () => number
  } = { process, now: () => performance.now() },
): AbortSignal {
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
