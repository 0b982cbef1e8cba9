import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

import type { EnginePerformance } from '../../core/ports/system-ports.ts'

/** How often the event loop is looked at, ms. */
const RESOLUTION_MS = 10
/** How often the longest delay is reported, ms. */
const REPORT_MS = 500
const NS_PER_MS = 1e6

/** The clock and the event loop of this process. */
export const enginePerformance: EnginePerformance = {
  now: () => performance.timeOrigin + performance.now(),
  watchLoop(atLeast, onDelay) {
    const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delays.enable()
    const timer = setInterval(() => {
      // The histogram has the time between two looks.
      const ms = delays.max / NS_PER_MS - RESOLUTION_MS
      delays.reset()
      if (ms >= atLeast) onDelay(ms)
    }, REPORT_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
      delays.disable()
    }
  },
}
