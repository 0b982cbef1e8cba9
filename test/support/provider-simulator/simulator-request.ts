import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import type { CacheUsage } from './cache/cache-usage.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'

/** A generation request as the simulator received it. Keys are removed from the headers. */
export interface SimulatorRequest {
  /** Counted from 0 since the start of the simulator. */
  readonly index: number
  readonly host: SimulatedHost
  readonly wire: WireFormat
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
  /** The unparsed body, with the order of keys and the spelling of numbers. */
  readonly bodyText: string
  readonly model: string
  readonly stream: boolean
  /** Gemini: `v1` or `v1beta`. */
  readonly version: string
  /** The rule that rejected it, if any. */
  readonly rejectedBy: string | undefined
  /** What the simulated cache made of it; missing: there is no cache. */
  readonly cacheUsage?: CacheUsage
  /** What the answer says about the cache; missing: it was not asked for. */
  readonly cacheDiagnosis?: JsonValue
}

/** Returns whether a request asks for the usage chunk of Chat Completions. */
export function wantsUsageChunk(request: SimulatorRequest): boolean {
  const options = request.body['stream_options']
  return typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
}
