import type { EngineApi } from '../../../shared/engine-api.ts'
import { DONE } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'

/** The flight recorder. */
export function createRecorderApi({ flight }: EngineServices): EngineApi['recorder'] {
  return {
    read: async () => flight.recorder.recording(),
    set: async ({ isOn }) => {
      flight.switch(isOn)
      return DONE
    },
  }
}
