import type { FlightRecording } from '../../shared/flight-recorder.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { WindowFlight } from '../store/window-flight.ts'
import { callEngine } from './call-engine.ts'

export interface RecorderActions {
  /** Returns the last minute of the engine and of this window. `isOn`: both are recorded. */
  read(): Promise<Result<FlightRecording>>
  /** Begins or ends recording, in the engine and in this window. */
  record(isOn: boolean): Promise<Result<null>>
}

export function createRecorderActions({
  client,
  flight,
}: {
  readonly client: EngineClient
  readonly flight: WindowFlight
}): RecorderActions {
  return {
    async read() {
      const engine = await callEngine(client.recorder.read().then((recording) => ok(recording)))
      if (!engine.ok) return engine
      const own = flight.recorder.recording()
      const spans = [...engine.value.spans, ...own.spans].toSorted((a, b) => a.at - b.at)
      return ok({ isOn: engine.value.isOn && own.isOn, spans })
    },
    async record(isOn) {
      const switched = await callEngine(client.recorder.set({ isOn }))
      if (switched.ok) flight.switch(isOn)
      return switched
    },
  }
}
