import type { Stop } from './engine-connection.ts'
import type { FrameScheduler } from './frame-batch.ts'

/** Collects what arrives for several keys, and hands on in each frame as many of them as the window can draw. */
export interface FairBatch<Item> {
  push(key: string, items: readonly Item[]): void
  /** Hands on now all that has been collected. */
  flush(): void
}

export interface FairBatchOptions<Item> {
  /** Called once a frame, with the items of some keys; those of one key in order and together. */
  readonly apply: (items: readonly Item[]) => void
  readonly schedule: FrameScheduler
  /** ms of a clock that only goes forward. */
  readonly now: () => number
}

interface Waiting<Item> {
  readonly since: number
  readonly items: Item[]
}

/** A frame that came later than this after it was asked for: the one before it was long. ms. */
const LATE_MS = 34
/** A frame in its time, on a screen of 60 Hz. ms. */
const IN_TIME_MS = 20
/** The longest that anything waits, however busy the window is, ms. */
const LONGEST_WAIT_MS = 400

/**
 * How many keys the next frame may take: half as many after a late frame, one more after one in time. So a window in which
 * more streams than it can draw keeps its frames short, and each of its streams is drawn a little less often.
 */
export function nextShare(share: number, waitedMs: number): number {
  if (waitedMs > LATE_MS) return Math.max(1, Math.floor(share / 2))
  return waitedMs < IN_TIME_MS ? share + 1 : share
}

export function createFairBatch<Item>({ apply, schedule, now }: FairBatchOptions<Item>): FairBatch<Item> {
  /** The key that waits longest comes first. */
  const waiting = new Map<string, Waiting<Item>>()
  let share = 1
  let scheduled: { readonly at: number; readonly cancel: Stop } | null = null

  function take(most: number): readonly Item[] {
    const at = now()
    const taken: Item[] = []
    let count = 0
    for (const [key, { since, items }] of waiting) {
      if (count >= most && at - since < LONGEST_WAIT_MS) break
      waiting.delete(key)
      taken.push(...items)
      count += 1
    }
    return taken
  }

  function plan(): void {
    if (waiting.size > 0) scheduled ??= { at: now(), cancel: schedule(onFrame) }
  }

  function onFrame(): void {
    if (scheduled === null) return
    const wanted = waiting.size
    share = Math.min(nextShare(share, now() - scheduled.at), wanted + 1)
    scheduled = null
    apply(take(share))
    plan()
  }

  return {
    push(key, items) {
      const entry = waiting.get(key)
      if (entry === undefined) waiting.set(key, { since: now(), items: [...items] })
      else for (const item of items) entry.items.push(item)
      plan()
    },
    flush() {
      scheduled?.cancel()
      scheduled = null
      if (waiting.size > 0) apply(take(Infinity))
    },
  }
}
