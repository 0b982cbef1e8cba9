import type { Answer, Answerer, Delivery } from './answer.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import type { SimulatedHost } from './wire-format.ts'
import type { WriteOutcome } from './write-response.ts'

export interface SimulatorOptions {
  /** A free port when missing. */
  readonly port?: number
  /** Enforces the rules and request types; true when missing. Keys are checked in any case. */
  readonly strict?: boolean
  /** The organisation may have reasoning summaries (OpenAI); true when missing. */
  readonly verifiedOrganisation?: boolean
  /** Answers what no test has queued; a short text when missing. */
  readonly answerWith?: Answerer
  /** Keeps requests and ended streams for a test to look at; true when missing. False for runs without an end. */
  readonly remembers?: boolean
}

/** A stream that stands still until the test decides. */
export interface HeldStream {
  readonly request: SimulatorRequest
  /** `hold`, `stall`, `headers`, or the name that the script gave. */
  readonly name: string
  readonly release: () => void
  readonly reset: () => void
}

/** A response that is over. */
export interface StreamEnd {
  readonly request: SimulatorRequest
  readonly outcome: WriteOutcome
}

export interface Simulator {
  readonly port: number
  /** Per provider, as its SDK wants it. */
  readonly baseUrls: Readonly<Record<SimulatedHost, string>>
  /** Base URLs and dummy keys for a child process. */
  readonly environment: () => Record<string, string>
  /** All generation requests so far, refused ones included. */
  readonly requests: readonly SimulatorRequest[]
  /** The next request that this method has not yet returned. */
  readonly nextRequest: () => Promise<SimulatorRequest>
  /** The next stream that stands still. */
  readonly streamHeld: () => Promise<HeldStream>
  /** The next response that is over: by itself, by a reset, or because the client left. */
  readonly streamEnded: () => Promise<StreamEnd>
  /** Queues one answer for the next accepted request to this host. */
  readonly enqueue: (host: SimulatedHost, answer: Answer) => void
  /** Queues a recording for the host that it was recorded from, or another. */
  readonly play: (recording: string, options?: Delivery & { readonly host?: SimulatedHost }) => void
  /** Replaces what answers when nothing is queued. */
  readonly answerWith: (answerer: Answerer) => void
  /** Ends the connections that are only kept in case of another request. */
  readonly closeIdle: () => void
  /** Ends all streams and the server. */
  readonly close: () => Promise<void>
}
