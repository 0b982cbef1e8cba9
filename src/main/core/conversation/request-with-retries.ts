import { type AppError, ERRORS } from '../../../shared/app-error.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import type { ModelResponse } from './model-response.ts'

export interface RetryOptions {
  readonly clock: Clock
  readonly ids: IdSource
  readonly signal: AbortSignal
  readonly retryPause: RetryPause
  /** The next attempt starts at `at` (ms since the epoch). */
  readonly onRetry: (retry: { readonly attempt: number; readonly at: number; readonly error: AppError }) => void
}

/** The pause before the next attempt, which the user can end early. */
export class RetryPause {
  #pause: AbortController | null = null

  /** Ends the pause; returns whether there was one. */
  retryNow(): boolean {
    this.#pause?.abort()
    return this.#pause !== null
  }

  async pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    this.#pause = new AbortController()
    await clock.sleep(ms, AbortSignal.any([signal, this.#pause.signal]))
    this.#pause = null
  }
}

/**
 * Sends the request, and repeats it according to the retry table as long as nothing of an answer was shown
 * (docs/behaviour/turns.md#retries). A cancel during a pause gives a cancelled response.
 */
export async function requestWithRetries(
  request: () => Promise<ModelResponse>,
  { clock, ids, signal, retryPause, onRetry }: RetryOptions,
): Promise<ModelResponse> {
  let waitedMs = 0
  for (let attempt = 1; ; attempt++) {
    const response = await request()
    if (response.type !== 'failed' || response.events.some((event) => 'blockIndex' in event)) return response
    const decision = decideRetry(response.error, attempt, waitedMs, ids.random())
    if (decision.type === 'give_up') return response
    onRetry({ attempt: attempt + 1, at: clock.now() + decision.delayMs, error: response.error })
    await retryPause.pause(decision.delayMs, clock, signal)
    if (signal.aborted) return { ...response, type: 'cancelled' }
    waitedMs += decision.delayMs
  }
}

/** Longest total wait over all retries of a request, ms. If more is needed, the error says when to try again. */
const MAX_WAITING_MS = 60_000

/** Varies each wait by up to a fifth, so that agents that failed at the same time do not retry at the same time. */
const JITTER = 0.2

export type RetryDecision = { readonly type: 'retry'; readonly delayMs: number } | { readonly type: 'give_up' }

/**
 * Decides whether and when to retry after a failed attempt. `attempt` counts from 1, `waitedMs` is the total wait of
 * earlier retries of this request, `random` is in [0, 1). A hint by the provider takes precedence over the back-off.
 */
export function decideRetry(error: AppError, attempt: number, waitedMs: number, random: number): RetryDecision {
  const rule = ERRORS[error.category].retry
  if (!error.retryable || rule === null || attempt >= rule.attempts) return { type: 'give_up' }
  const backOff = rule.firstDelayMs * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random)
  const delayMs = Math.round(error.retryAfterMs ?? backOff)
  return waitedMs + delayMs > MAX_WAITING_MS ? { type: 'give_up' } : { type: 'retry', delayMs }
}
