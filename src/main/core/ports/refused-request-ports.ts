import type { JsonValue } from '../../../shared/json.ts'

/** A request that a provider refused, and the plain one after it. Without keys and without the bytes of files. */
interface RefusedRequest {
  readonly provider: string
  readonly model: string
  readonly refusal: string
  readonly requestId: string | null
  readonly body: JsonValue
  readonly plainBody: JsonValue
  /** How the plain request ended: `answered`, or the error. */
  readonly plainOutcome: string
}

/** Keeps a refused request for a bug report; returns the path of its file, or null if it could not be written. */
export type KeepRefusedRequest = (request: RefusedRequest) => Promise<string | null>
