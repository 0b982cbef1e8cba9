import { FlightRecorder, SLOW_CALL_MS } from '../../shared/flight-recorder.ts'
import type { EnginePerformance } from './ports/system-ports.ts'

/** The flight recorder of the engine. While it is off, nothing is watched. */
export class Flight {
  readonly recorder: FlightRecorder
  readonly #performance: EnginePerformance
  #stopWatching: (() => void) | null = null

  constructor(performance: EnginePerformance) {
    this.#performance = performance
    this.recorder = new FlightRecorder(() => performance.now())
  }

  switch(isOn: boolean): void {
    if (isOn === this.recorder.isOn) return
    this.recorder.switch(isOn)
    this.#stopWatching?.()
    this.#stopWatching = isOn
      ? this.#performance.watchLoop(SLOW_CALL_MS, (ms) => {
          const at = this.#performance.now() - ms
          this.recorder.add({ work: 'loop', name: 'event loop', at, ms, count: 1 })
        })
      : null
  }

  close(): void {
    this.switch(false)
  }
}
