import { type AppError, ERRORS } from '../../../shared/app-error.ts'

/** Longest wait over all retries of a request. Beyond it, the error says when to try again. */
const MAX_WAITING_MS = 60_000

/** A fifth more or less, so that agents that failed at the same time do not retry at the same time. */
const JITTER = 0.2

export type RetryDecision = { readonly type: 'retry'; readonly delayMs: number } | { readonly type: 'give_up' }

/**
 * Decides after a failed attempt whether to try again, and when. `attempt` counts from 1, `waitedMs` is what earlier
 * retries of this request have waited, `random` is in [0, 1). The provider's own hint wins over the back-off.
 */
export function decideRetry(error: AppError, attempt: number, waitedMs: number, random: number): RetryDecision {
  const rule = ERRORS[error.category].retry
  if (!error.retryable || rule === null || attempt >= rule.attempts) return { type: 'give_up' }
  const backOff = rule.firstDelayMs * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random)
  const delayMs = Math.round(error.retryAfterMs ?? backOff)
  return waitedMs + delayMs > MAX_WAITING_MS ? { type: 'give_up' } : { type: 'retry', delayMs }
}
