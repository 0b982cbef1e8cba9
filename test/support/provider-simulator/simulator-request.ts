import type { JsonObject } from '../../../src/shared/json.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'

/** A generation request as the simulator received it. Keys are taken out of the headers. */
export interface SimulatorRequest {
  /** Counts from 0 over the simulator's life. */
  readonly index: number
  readonly host: SimulatedHost
  readonly wire: WireFormat
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
  /** The body as it came: the order of keys and the spelling of numbers are in it. */
  readonly bodyText: string
  readonly model: string
  readonly stream: boolean
  /** Gemini: `v1` or `v1beta`. */
  readonly version: string
  /** The rule that rejected it, if one did. */
  readonly rejectedBy: string | undefined
}

/** Whether a request asks for the usage chunk of Chat Completions. */
export function wantsUsageChunk(request: SimulatorRequest): boolean {
  const options = request.body['stream_options']
  return typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
}
