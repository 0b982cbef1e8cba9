import type { AppError } from '../../../shared/app-error.ts'
import type { Clock, IdSource } from '../ports.ts'
import type { ModelResponse } from './model-response.ts'
import { decideRetry } from './retry-policy.ts'

export interface RetryOptions {
  readonly clock: Clock
  readonly ids: IdSource
  readonly signal: AbortSignal
  readonly waiting: RetryWaiting
  /** The next attempt starts at `at` (ms since the epoch). */
  readonly onRetry: (retry: { readonly attempt: number; readonly at: number; readonly error: AppError }) => void
}

/** The pause before the next attempt, as far as a person has a say in it. */
export class RetryWaiting {
  #pause: AbortController | null = null

  /** Ends the pause; answers whether there was one. */
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
 * Asks the model, and again by the retry table as long as nothing of an answer was shown
 * (docs/behaviour/turns.md#retries). A cancel during a pause ends it as cancelled.
 */
export async function requestWithRetries(
  request: () => Promise<ModelResponse>,
  { clock, ids, signal, waiting, onRetry }: RetryOptions,
): Promise<ModelResponse> {
  let waitedMs = 0
  for (let attempt = 1; ; attempt++) {
    const response = await request()
    if (response.type !== 'failed' || response.events.some((event) => 'blockIndex' in event)) return response
    const decision = decideRetry(response.error, attempt, waitedMs, ids.random())
    if (decision.type === 'give_up') return response
    onRetry({ attempt: attempt + 1, at: clock.now() + decision.delayMs, error: response.error })
    await waiting.pause(decision.delayMs, clock, signal)
    if (signal.aborted) return { ...response, type: 'cancelled' }
    waitedMs += decision.delayMs
  }
}
