import type { ApprovalFeedItem } from '../../../shared/approval.ts'
import { FeedQueue } from '../events/feed-queue.ts'

/** Most waiting changes per subscriber; more are replaced by a snapshot. */
const MAX_WAITING = 500

/** The subscribers of the inbox, each with bounded memory. */
export class ApprovalFeeds {
  readonly #queues = new Map<FeedQueue<ApprovalFeedItem>, () => Promise<ApprovalFeedItem>>()

  publish(item: ApprovalFeedItem): void {
    for (const [queue, snapshot] of this.#queues) {
      if (queue.length < MAX_WAITING) queue.push(item)
      else void this.#startOver(queue, snapshot)
    }
  }

  async *subscribe(
    signal: AbortSignal,
    snapshot: () => Promise<ApprovalFeedItem>,
  ): AsyncGenerator<readonly ApprovalFeedItem[]> {
    if (signal.aborted) return
    const queue = new FeedQueue<ApprovalFeedItem>()
    const stop = (): void => queue.close()
    signal.addEventListener('abort', stop, { once: true })
    // Changes that happen while the snapshot is made are delivered after it. Delivering a change twice is harmless.
    this.#queues.set(queue, snapshot)
    try {
      yield [await snapshot()]
      yield* queue.batches()
    } finally {
      this.#queues.delete(queue)
      signal.removeEventListener('abort', stop)
    }
  }

  close(): void {
    for (const queue of this.#queues.keys()) queue.close()
  }

  async #startOver(queue: FeedQueue<ApprovalFeedItem>, snapshot: () => Promise<ApprovalFeedItem>): Promise<void> {
    queue.clear()
    queue.push(await snapshot())
  }
}
