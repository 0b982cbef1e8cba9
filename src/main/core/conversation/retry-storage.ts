import type { Result } from '../../../shared/result.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Change, Clock, Logger } from '../ports.ts'

/** Between two tries, ms. */
const RETRY_MS = 1_000
/** Tries after a cancel. The app's own database is back within one or two; the journal keeps what is not recorded then. */
const TRIES_AFTER_CANCEL = 10

/**
 * Reads what a running turn needs. While the database is unavailable it retries, as `recordWithRetry` does: a turn must not
 * fail because of a short outage. Returns the error if it is not retryable or the signal aborts.
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
 * Records a change that must not be lost. While the database is unavailable it retries; the journal and the memory of this
 * process keep the text meanwhile. After a cancel it retries for some seconds only, so that the app can close. `failed`: an
 * error that is not retryable, or too many tries. `refused`: the change contradicts what is recorded, for example because
 * the agent was killed.
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
