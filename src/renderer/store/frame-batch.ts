import type { Stop } from './engine-connection.ts'

/** Runs `work` before the next drawing; the returned function takes it back. */
export type FrameScheduler = (work: () => void) => Stop

/** Collects what arrives and hands it on at most once per frame, in order. */
export interface FrameBatch<Item> {
  push(items: readonly Item[]): void
  /** Hands on now what has been collected. */
  flush(): void
  /** Forgets what has been collected. */
  dispose(): void
}

const HIDDEN_WINDOW_DELAY_MS = 100

/**
 * Animation frames, with a timer for a window that is not drawn: there the browser gives no frames, and what arrives
 * would pile up until the person comes back.
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
