import type { EventHub } from '../events/event-hub.ts'
import type { Change, Clock, Logger } from '../ports.ts'

const RETRY_MS = 1_000

/**
 * Records what must not be lost. While the database is away it waits and tries again; the journal and this memory keep
 * the text meanwhile. Gives up only when the turn is cancelled, or when the database says that trying again is no use.
 */
export async function recordDurably(
  change: Change,
  signal: AbortSignal,
  { hub, clock, logger }: { readonly hub: EventHub; readonly clock: Clock; readonly logger: Logger },
): Promise<boolean> {
  for (;;) {
    const result = await hub.record(change)
    if (result.ok) return true
    logger.error('Events could not be recorded', { error: result.error.message, events: change.events?.length ?? 0 })
    if (!result.error.retryable || signal.aborted) return false
    await clock.sleep(RETRY_MS, signal)
  }
}
