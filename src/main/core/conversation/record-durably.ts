import type { EventHub } from '../events/event-hub.ts'
import type { Change, Clock, Logger } from '../ports.ts'

const RETRY_MS = 1_000
/** Tries after a cancel. A database of ours is back within one or two; what is given up then is still in the journal. */
const TRIES_AFTER_CANCEL = 10

/**
 * Records what must not be lost. While the database is away it waits and tries again; the journal and this memory keep
 * the text meanwhile. A cancel stops the turn, not its record: from then on it waits for some seconds only, so that the
 * app can be closed. Gives up at once when the database says that trying again is no use. `refused`: the world is other than
 * the change was decided for; an agent was killed meanwhile.
 */
export async function recordDurably(
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
