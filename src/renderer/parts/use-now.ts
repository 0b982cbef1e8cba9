import { useEffect, useState } from 'react'

/** By interval in ms: the timer, and what it updates. */
const clocks = new Map<number, { readonly updates: Set<() => void>; readonly timer: ReturnType<typeof setInterval> }>()

/**
 * Returns the time in ms since the epoch, updated every `everyMs` while the component is shown. All components with the
 * same interval are updated at once: a frame has a cost of its own, and many panes count seconds.
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => every(everyMs, () => setNow(Date.now())), [everyMs])
  return now
}

function every(ms: number, update: () => void): () => void {
  const clock = clocks.get(ms) ?? startClock(ms)
  clock.updates.add(update)
  return () => {
    clock.updates.delete(update)
    if (clock.updates.size > 0) return
    clearInterval(clock.timer)
    clocks.delete(ms)
  }
}

function startClock(ms: number) {
  const updates = new Set<() => void>()
  const clock = { updates, timer: setInterval(() => updates.forEach((update) => update()), ms) }
  clocks.set(ms, clock)
  return clock
}
