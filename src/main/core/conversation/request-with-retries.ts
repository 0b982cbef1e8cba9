import { type AppError, ERRORS } from '../../../shared/app-error.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import type { ModelResponse } from './model-response.ts'

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
  {
    clock,
    ids,
    signal,
    retryPause,
    onRetry,
  }: {
    readonly clock: Clock
    readonly ids: IdSource
    readonly signal: AbortSignal
    readonly retryPause: RetryPause
    /** The next attempt starts at `at` (ms since the epoch). */
    readonly onRetry: (retry: { readonly attempt: number; readonly at: number; readonly error: AppError }) => void
  },
): Promise<ModelResponse> {
  // Answers of a server that is not ready yet are no failed attempts, and its time is not that of failures.
  const loading = { attempts: 0, waitedMs: 0 }
  const others = { attempts: 0, waitedMs: 0 }
  for (let attempt = 1; ; attempt++) {
    const response = await request()
    if (response.type !== 'failed' || response.events.some((event) => 'blockIndex' in event)) return response
    const { error } = response
    const kind = error.category === 'LOADING' ? loading : others
    kind.attempts += 1
    if (kind === loading) kind.waitedMs += response.durationMs
    const decision = decideRetry(error, kind.attempts, kind.waitedMs, ids.random())
    if (decision.type === 'give_up') return { ...response, error: givenUp(error, kind.waitedMs) }
    onRetry({ attempt: attempt + 1, at: clock.now() + decision.delayMs, error })
    await retryPause.pause(decision.delayMs, clock, signal)
    if (signal.aborted) return { ...response, type: 'cancelled' }
    kind.waitedMs += decision.delayMs
  }
}

/** Returns the error with what the waiting has to do with its end. */
function givenUp(error: AppError, waitedMs: number): AppError {
  const { category, retryAfterMs = 0, message } = error
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`
  if (category === 'LOADING')
    return { ...error, message: `${sentence} It was not ready after ${durationText(waitedMs)}.` }
  if (retryAfterMs < SECOND_MS) return error
  return { ...error, message: `${sentence} It asks to try again in ${durationText(retryAfterMs)}.` }
}

const SECOND_MS = 1_000
/** From this on, the smaller unit says too little. */
const UNITS = [
  { name: 'day', ms: 86_400_000, from: 2 * 86_400_000 },
  { name: 'hour', ms: 3_600_000, from: 2 * 3_600_000 },
  { name: 'minute', ms: 60_000, from: 2 * 60_000 },
  { name: 'second', ms: SECOND_MS, from: 0 },
] as const

/** Returns a duration in whole units, rounded up: `60 minutes`. */
function durationText(ms: number): string {
  const unit = UNITS.find(({ from }) => ms >= from) ?? UNITS[3]
  const count = Math.ceil(ms / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

/** Longest total wait over all retries of a request, ms. If more is needed, the error says when to try again. */
const MAX_WAITING_MS = 60_000

/** Varies each wait by up to a fifth, so that agents that failed at the same time do not retry at the same time. */
const JITTER = 0.2

export type RetryDecision = { readonly type: 'retry'; readonly delayMs: number } | { readonly type: 'give_up' }

/**
 * Decides whether and when to retry after a failed attempt. `attempt` counts from 1 for this kind of failure, `waitedMs` is the total wait of
 * earlier retries of this request, `random` is in [0, 1). A hint by the provider takes precedence over the back-off.
 */
export function decideRetry(error: AppError, attempt: number, waitedMs: number, random: number): RetryDecision {
  const rule = ERRORS[error.category].retry
  if (!error.retryable || rule === null || attempt >= rule.attempts) return { type: 'give_up' }
  const doubled = Math.min(rule.firstDelayMs * 2 ** (attempt - 1), rule.longestDelayMs ?? Number.POSITIVE_INFINITY)
  const backOff = doubled * (1 - JITTER + 2 * JITTER * random)
  const delayMs = Math.round(error.retryAfterMs ?? backOff)
  const limitMs = error.waitLimitMs ?? MAX_WAITING_MS
  return waitedMs + delayMs > limitMs ? { type: 'give_up' } : { type: 'retry', delayMs }
}
