import type { Stop } from './engine-connection.ts'

/** Runs `work` before the next frame is drawn; the returned function cancels it. */
export type FrameScheduler = (work: () => void) => Stop

/** Collects items and delivers them in order, at most once per frame. */
export interface FrameBatch<Item> {
  push(items: readonly Item[]): void
  /** Delivers the collected items immediately. */
  flush(): void
  /** Discards the collected items. */
  dispose(): void
}

const HIDDEN_WINDOW_DELAY_MS = 100

/**
 * Schedules with animation frames, and with a timer while the window is hidden: browsers then fire no animation frames,
 * and items would accumulate until the window is shown again.
 */
export const nextFrame: FrameScheduler = (work) => {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(work, HIDDEN_WINDOW_DELAY_MS)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}

export function createFrameBatch<Item>(
  apply: (items: readonly Item[]) => void,
  schedule: FrameScheduler,
): FrameBatch<Item> {
  let waiting: Item[] = []
  let cancel: Stop | null = null

  function flush(): void {
    cancel?.()
    cancel = null
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    apply(items)
  }

  return {
    push(items) {
      for (const item of items) waiting.push(item)
      cancel ??= schedule(flush)
    },
    flush,
    dispose() {
      cancel?.()
      cancel = null
      waiting = []
    },
  }
}
