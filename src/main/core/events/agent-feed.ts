import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../../shared/agent-view.ts'
import type { PromptQueue } from '../../../shared/prompt-queue.ts'
import {
  type Delta,
  deltaLength,
  isDelta,
  mergeDelta,
  type Mutable,
  type LiveEvent,
} from '../../../shared/stream-event.ts'
import { FeedQueue } from './feed-queue.ts'

/** Most waiting items, and most waiting characters of deltas; a slower subscriber gets a snapshot instead. */
const MAX_ITEMS = 10_000
const MAX_CHARACTERS = 8_000_000

/** One subscriber's queue of an agent's events. Deltas are merged while they wait, and memory is bounded. */
export class AgentFeed {
  readonly #queue: FeedQueue<AgentFeedItem>
  #characters = 0
  #overflowed = false
  /** The newest waiting item, if it is a delta that was not delivered yet: further deltas are merged into it. */
  #tail: Mutable<Delta> | null = null

  /** `batchDelay`: waits before deltas are delivered, so that those of a short time are sent together. */
  constructor(batchDelay?: () => Promise<void>) {
    this.#queue = new FeedQueue(batchDelay)
  }

  recorded(event: AgentEvent): void {
    this.#tail = null
    this.#add({ type: 'recorded', event })
  }

  queue(prompts: PromptQueue): void {
    this.#tail = null
    this.#add({ type: 'queue', prompts })
  }

  live(event: LiveEvent): void {
    this.#characters += deltaLength(event)
    const isSmall = this.#characters <= MAX_CHARACTERS
    if (isSmall && this.#tail !== null && mergeDelta(this.#tail, event)) return
    const own = { ...event }
    this.#tail = isDelta(own) ? own : null
    this.#add({ type: 'live', event: own })
  }

  /** Replaces all that waits by a snapshot: it may contain what was redacted. */
  renew(): void {
    this.#startOver()
    this.#queue.push({ type: 'queue', prompts: [] })
  }

  close(): void {
    this.#queue.close()
  }

  /**
   * Yields batches of items. `snapshot` is called first, and again when the subscriber falls too far behind; it must
   * read the running turn before its first await, because later changes follow in the queue. If it resolves with null,
   * the feed ends.
   */
  async *batches(
    snapshot: (isFirst: boolean) => Promise<AgentFeedItem | null>,
  ): AsyncGenerator<readonly AgentFeedItem[]> {
    const first = await snapshot(true)
    if (first === null) return
    yield [first]
    for await (const batch of this.#queue.batches()) {
      this.#tail = null
      this.#characters = 0
      if (!this.#overflowed) {
        yield batch
        continue
      }
      this.#overflowed = false
      const again = await snapshot(false)
      if (again === null) return
      yield [again]
    }
  }

  /** The subscriber gets a snapshot instead of what waits and what follows until then. */
  #startOver(): void {
    this.#overflowed = true
    this.#queue.clear()
    this.#tail = null
  }

  #add(item: AgentFeedItem): void {
    if (this.#overflowed) return
    if (this.#queue.length >= MAX_ITEMS || this.#characters > MAX_CHARACTERS) {
      this.#startOver()
    }
    if (this.#tail === null) this.#queue.push(item)
    else this.#queue.pushBatched(item)
  }
}
