import { FlightRecorder } from '../../shared/flight-recorder.ts'
import type { EngineConnection } from './engine-connection.ts'

/** The flight recorder of the window. While it is off, nothing is observed. */
export interface WindowFlight {
  readonly recorder: FlightRecorder
  switch(isOn: boolean): void
}

/** Frames that are reported by the browser as long: those over 50 ms. */
const LONG_FRAME = 'long-animation-frame'
/** What browsers without that report: tasks over 50 ms. */
const LONG_TASK = 'longtask'

export function createWindowFlight(): WindowFlight {
  const recorder = new FlightRecorder(() => performance.timeOrigin + performance.now())
  let observer: PerformanceObserver | null = null
  return {
    recorder,
    switch(isOn) {
      recorder.switch(isOn)
      observer?.disconnect()
      observer = isOn ? observeFrames(recorder) : null
    },
  }
}

/** Null: the browser reports neither. */
function observeFrames(recorder: FlightRecorder): PerformanceObserver | null {
  const supported = typeof PerformanceObserver === 'undefined' ? [] : PerformanceObserver.supportedEntryTypes
  const type = [LONG_FRAME, LONG_TASK].find((name) => supported.includes(name))
  if (type === undefined) return null
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      recorder.add({
        work: 'frame',
        name: 'long frame',
        at: performance.timeOrigin + startTime,
        ms: duration,
        count: 1,
      })
    }
  })
  observer.observe({ type })
  return observer
}

/** Returns the connection; what agents stream through it is also recorded. */
export function recordedConnection(connection: EngineConnection, { recorder }: WindowFlight): EngineConnection {
  return {
    ...connection,
    followAgent: (agentId, onItems) =>
      connection.followAgent(agentId, (items) => {
        recorder.piece('received', 'agents.subscribe', items.length)
        onItems(items)
      }),
  }
}
