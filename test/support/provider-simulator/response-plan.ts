import type { SimulatorRequest } from './simulator-request.ts'
import type { StreamItem } from './stream-item.ts'

/** A response before it is written, to which faults are applied. */
export interface ResponsePlan {
  readonly request: SimulatorRequest
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Whether the status line and the headers wait until the test releases them. */
  readonly holdHeaders: boolean
  readonly items: readonly StreamItem[]
}
