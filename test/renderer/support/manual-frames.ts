import type { FrameScheduler } from '../../../src/renderer/store/frame-batch.ts'

/** Frames (or delays) that come when the test says so. */
export interface ManualFrames {
  readonly schedule: FrameScheduler
  next(): void
  waiting(): number
}

export function manualFrames(): ManualFrames {
  const waiting = new Set<() => void>()
  return {
    schedule(work) {
      waiting.add(work)
      return () => void waiting.delete(work)
    },
    next() {
      const due = [...waiting]
      waiting.clear()
      for (const work of due) work()
    },
    waiting: () => waiting.size,
  }
}
