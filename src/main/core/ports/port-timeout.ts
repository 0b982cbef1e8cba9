import type { AppError } from '../../../shared/app-error.ts'

const MINUTE_MS = 60_000

/** Thrown by a call of a port that has not ended within its limit. */
export class PortTimeout extends Error {
  readonly error: AppError

  constructor(name: string, ms: number) {
    const message = `${name} did not answer within ${String(ms / MINUTE_MS)} minutes. Try again; if this happens again, restart ikigai.`
    super(message)
    this.error = { category: 'TIMEOUT', message, retryable: false }
  }
}
