import type { Answer, Answerer, Delivery } from './answer.ts'
import type { PromptCache } from './cache/prompt-cache.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import type { SimulatedHost } from './wire-format.ts'
import type { WriteOutcome } from './write-response.ts'

export interface SimulatorOptions {
  /** Missing: a free port. */
  readonly port?: number
  /** Enforces the rules and request types; missing: true. Keys are always checked. */
  readonly strict?: boolean
  /** Whether the organisation may receive reasoning summaries (OpenAI); missing: true. */
  readonly verifiedOrganisation?: boolean
  /** The providers' prompt caches; missing: nothing is cached. */
  readonly cache?: PromptCache
  /** Answers requests for which no answer is queued; missing: with a short text. */
  readonly answerWith?: Answerer
  /** Stores requests and ended streams for tests; missing: true. False for runs without an end. */
  readonly remembers?: boolean
}

export type RequestFilter = (request: SimulatorRequest) => boolean

/** A stream that is paused until the test releases it. */
export interface HeldStream {
  readonly request: SimulatorRequest
  /** `hold`, `stall`, `headers`, or the name given in the script. */
  readonly name: string
  readonly release: () => void
  readonly reset: () => void
}

/** A response that has ended. */
export interface StreamEnd {
  readonly request: SimulatorRequest
  readonly outcome: WriteOutcome
}

export interface Simulator {
  readonly port: number
  /** By provider, in the form that its SDK expects. */
  readonly baseUrls: Readonly<Record<SimulatedHost, string>>
  /** Base URLs and dummy keys for a child process. */
  readonly environment: () => Record<string, string>
  /** All generation requests so far, including refused ones. */
  readonly requests: readonly SimulatorRequest[]
  /** Resolves to the next request that this method has not returned yet. */
  readonly nextRequest: () => Promise<SimulatorRequest>
  /** Resolves to the next paused stream; with `where` to the next one whose request it accepts, others are kept. */
  readonly streamHeld: (where?: RequestFilter) => Promise<HeldStream>
  /** Resolves to the next response that has ended: by itself, by a reset, or because the client left. */
  readonly streamEnded: () => Promise<StreamEnd>
  /**
   * Queues one answer for the next accepted request to this host that `where` accepts (missing: any). Needs `where` if
   * more than one turn may be under way: which of their requests comes first is never certain.
   */
  readonly enqueue: (host: SimulatedHost, answer: Answer, where?: RequestFilter) => void
  /** Queues a recording for the host from which it was recorded, or another one. */
  readonly play: (recording: string, options?: Delivery & { readonly host?: SimulatedHost }) => void
  /** Replaces the answerer for requests without a queued answer. */
  readonly answerWith: (answerer: Answerer) => void
  /** Closes idle connections, which are kept open for further requests. */
  readonly closeIdle: () => void
  /** Ends all streams and the server. */
  readonly close: () => Promise<void>
}
