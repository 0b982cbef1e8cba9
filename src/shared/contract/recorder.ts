import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { FlightRecording } from '../flight-recorder.ts'
import type { Result } from '../result.ts'

export const recorderContract = {
  /** The last minute of the engine: names of operations, sizes and times, nothing of messages. Empty: it never ran. */
  read: oc.output(type<FlightRecording>()),
  /** Begins or ends recording, until the engine closes. It is off at the start. */
  set: oc.input(z.object({ isOn: z.boolean() })).output(type<Result<null>>()),
}
