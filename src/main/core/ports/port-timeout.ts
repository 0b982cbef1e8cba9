import type { AppError } from '../../../shared/app-error.ts'
import type { Clock } from './system-ports.ts'

const MINUTE_MS = 60_000

/**
 * Limit of a call, ms: longer than the database's own limits for a lock and a statement together, and those of a few
 * programs (docs/behaviour/errors.md#waits).
 */
const LIMIT_MS = 3 * 60_000
const LIMIT_PARTS = 10

/** Thrown by a call of a port that has not ended within its limit. */
export class PortTimeout extends Error {
  readonly error: AppError

  constructor(name: string, ms: number) {
    const message = `${name} did not answer within ${String(ms / MINUTE_MS)} minutes. Try again; if this happens again, restart ikigai.`
    super(message)
    this.error = { category: 'TIMEOUT', message, retryable: false }
  }
}

/** Rejects with `PortTimeout` when work has not ended within the limit, or the clock cannot say so any more. */
export async function withinLimit<T>(work: Promise<T>, name: string, clock: Clock): Promise<T> {
  const ended = new AbortController()
  const overdue = Promise.withResolvers<never>()
  const onLimit = (): void => {
    if (!ended.signal.aborted) overdue.reject(new PortTimeout(name, LIMIT_MS))
  }
  limit(clock, ended.signal).then(onLimit, onLimit)
  try {
    return await Promise.race([work, overdue.promise])
  } finally {
    ended.abort()
  }
}

/** Waits in parts: a machine that was suspended must not count as one that did not answer. */
async function limit(clock: Clock, signal: AbortSignal): Promise<void> {
  for (let part = 0; part < LIMIT_PARTS && !signal.aborted; part++) await clock.sleep(LIMIT_MS / LIMIT_PARTS, signal)
}
