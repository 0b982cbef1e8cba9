import type { AppError, ErrorCategory } from '../../../shared/app-error.ts'

/** How a category is tried again (docs/behaviour/errors.md#categories). Attempts count the first one. */
interface RetryRule {
  readonly attempts: number
  /** Before the second attempt, ms; doubled for each further one. 0: at once. */
  readonly firstDelayMs: number
}

const RULES: Readonly<Partial<Record<ErrorCategory, RetryRule>>> = {
  RATE_LIMIT: { attempts: 4, firstDelayMs: 1_000 },
  OVERLOADED: { attempts: 4, firstDelayMs: 1_000 },
  TIMEOUT: { attempts: 2, firstDelayMs: 0 },
  SERVER: { attempts: 3, firstDelayMs: 1_000 },
}

/** A person would rather be told than wait longer than this in all; then the error says when to come back. */
const MAX_WAITING_MS = 60_000

/** A fifth more or less, so that agents that failed together don't come back together. */
const JITTER = 0.2

export type RetryDecision = { readonly type: 'retry'; readonly delayMs: number } | { readonly type: 'give_up' }

/**
 * Decides after a failed attempt whether to try again, and when. `attempt` counts from 1, `waitedMs` is what earlier
 * retries of this request have waited, `random` is in [0, 1). The provider's own hint wins over the back-off.
 */
export function decideRetry(error: AppError, attempt: number, waitedMs: number, random: number): RetryDecision {
  const rule = RULES[error.category]
  if (!error.retryable || rule === undefined || attempt >= rule.attempts) return { type: 'give_up' }
  const backOff = rule.firstDelayMs * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random)
  const delayMs = Math.round(error.retryAfterMs ?? backOff)
  return waitedMs + delayMs > MAX_WAITING_MS ? { type: 'give_up' } : { type: 'retry', delayMs }
}
