import type { Stop } from './engine-connection.ts'
import type { FrameScheduler } from './frame-batch.ts'

/** Collects items by key, and delivers in each frame those of as many keys as the window can render. */
export interface FairBatch<Item> {
  push(key: string, items: readonly Item[]): void
  /** Delivers all collected items immediately. */
  flush(): void
}

export interface FairBatchOptions<Item> {
  /** Called once per frame with the items of some keys. The items of one key are contiguous and in order. */
  readonly apply: (items: readonly Item[]) => void
  readonly schedule: FrameScheduler
  /** Reads a monotonic clock, ms. */
  readonly now: () => number
}

interface Waiting<Item> {
  readonly since: number
  readonly items: Item[]
}

/** A frame later than this after its request took more than two refreshes of a 60 Hz screen. ms. */
const LATE_MS = 42
/** A frame sooner than this took at most two of them. */
const IN_TIME_MS = 36
/** Of the keys, so many are delivered after a late frame. */
const AFTER_LATE = 3 / 4
/** Maximum delay of an item, however busy the window is, ms. */
const MAX_WAIT_MS = 150

/** Maximum number of keys that are delivered in every frame. */
const FEW = 4
/** Maximum number that is delivered in every second frame of a 60 Hz screen; more are delivered in every third. */
const SEVERAL = 8
/** Intervals between rounds, ms: a little less than two and three frames of a 60 Hz screen, because frames vary. */
const SECOND_FRAME_MS = 30
const THIRD_FRAME_MS = 46

/**
 * Returns the minimum time between two rounds of so many active keys, ms. A frame costs mostly
 * layout and paint. Text that grows twenty times a second is as readable as one that grows sixty times a second, and the
 * frames between are free for the user's typing.
 */
export function roundInterval(keys: number): number {
  if (keys <= FEW) return 0
  return keys <= SEVERAL ? SECOND_FRAME_MS : THIRD_FRAME_MS
}

/**
 * Returns how many keys the next frame may deliver: a quarter less after a late frame, one more after one in time. If
 * more streams are active than the window can render, frames stay short and each stream is rendered less often. The
 * share changes slowly, because a frame has a cost of its own: with half the keys, all of them wait longer.
 */
export function nextBatchLimit(share: number, waitedMs: number): number {
  if (waitedMs > LATE_MS) return Math.max(1, Math.floor(share * AFTER_LATE))
  return waitedMs < IN_TIME_MS ? share + 1 : share
}

export function createFairBatch<Item>({ apply, schedule, now }: FairBatchOptions<Item>): FairBatch<Item> {
  /** In order of waiting time, longest first. */
  const waiting = new Map<string, Waiting<Item>>()
  /** Number of keys of the current round that are not yet delivered. */
  let due = 0
  /** Number of keys of the last round. */
  let active = 0
  let roundAt = -Infinity
  let share = 1
  let scheduled: { readonly at: number; readonly cancel: Stop } | null = null

  function take(most: number): readonly Item[] {
    const at = now()
    const taken: Item[] = []
    let count = 0
    for (const [key, { since, items }] of waiting) {
      if (count >= most && at - since < MAX_WAIT_MS) break
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
    const at = now()
    if (due <= 0 && at - roundAt >= roundInterval(Math.max(active, waiting.size))) {
      due = waiting.size
      active = due
      roundAt = at
    }
    if (due > 0) {
      share = Math.min(nextBatchLimit(share, at - scheduled.at), active + 1)
      const most = Math.min(share, due)
      due -= most
      apply(take(most))
    }
    scheduled = null
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
      due = 0
      if (waiting.size > 0) apply(take(Infinity))
    },
  }
}
