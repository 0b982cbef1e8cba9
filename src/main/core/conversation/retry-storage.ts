import type { Result } from '../../../shared/result.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Change } from '../ports/log-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'

/** Interval between attempts, ms. */
const RETRY_MS = 1_000
/**
 * Attempts after a cancel. The embedded database restarts within one or two; the journal keeps what is not recorded by
 * then.
 */
const TRIES_AFTER_CANCEL = 10

/**
 * Reads data that a running turn needs. Retries while the database is unavailable, as `recordWithRetry` does, so that a
 * short outage does not fail the turn. Returns the error if it is not retryable or the signal aborts.
 */
export async function readWithRetry<T>(
  read: () => Promise<Result<T>>,
  signal: AbortSignal,
  { clock }: { readonly clock: Clock },
): Promise<Result<T>> {
  for (;;) {
    const result = await read()
    if (result.ok || result.error.category !== 'STORAGE' || !result.error.retryable || signal.aborted) return result
    await clock.sleep(RETRY_MS, signal)
  }
}

/**
 * Records a change that must not be lost. Retries while the database is unavailable; meanwhile the journal and the
 * memory of this process keep the text. After a cancel it retries for a few seconds only, so that the app can close.
 * `failed`: an error that is not retryable, or too many attempts. `refused`: the change contradicts recorded facts, for
 * example because the agent was killed.
 */
export async function recordWithRetry(
  change: Change,
  signal: AbortSignal,
  { hub, clock, logger }: { readonly hub: EventHub; readonly clock: Clock; readonly logger: Logger },
): Promise<'recorded' | 'refused' | 'failed'> {
  const uncancelled = new AbortController().signal
  for (let triesAfterCancel = 0; ;) {
    const result = await hub.record(change)
    if (result.ok) return 'recorded'
    if (result.error.category === 'REFUSED') return 'refused'
    logger.error('Events could not be recorded', { error: result.error.message, events: change.events?.length ?? 0 })
    if (!result.error.retryable) return 'failed'
    if (signal.aborted && ++triesAfterCancel >= TRIES_AFTER_CANCEL) return 'failed'
    await clock.sleep(RETRY_MS, signal.aborted ? uncancelled : signal)
  }
}
