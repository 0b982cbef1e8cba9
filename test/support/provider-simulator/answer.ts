import type { JsonObject } from '../../../src/shared/json.ts'
import type { TokenUsage } from '../../../src/shared/usage.ts'
import type { Fault } from './faults.ts'
import type { ProviderFailure } from './provider-failure.ts'
import type { SimulatorRequest } from './simulator-request.ts'

/** One block of a scripted answer, encoded in every format as by the real API. */
export type ScriptedBlock =
  | {
      readonly type: 'thinking'
      readonly text: string
      /** Anthropic: sent as redacted_thinking; Responses: no summary, only encrypted content. */
      readonly redacted?: boolean
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'refusal'; readonly text: string }
  | {
      readonly type: 'tool_call'
      readonly name: string
      readonly arguments: JsonObject
      /** The provider's id; generated if missing. */
      readonly id?: string
      /** Sent instead of the arguments' JSON, to script a truncated or malformed call. */
      readonly rawArguments?: string
    }
  /** Pauses the stream between two blocks until the test releases it. */
  | { readonly type: 'hold'; readonly name?: string }

/** How an answer ends, independent of the provider's own name for it. */
export type ScriptedFinish = 'stop' | 'length' | 'tool_use' | 'content_filter'

/** How an answer is sent. All options apply to every kind of answer and every format. */
export interface Delivery {
  readonly faults?: readonly Fault[]
  /** Tokens per second; missing: as fast as possible. */
  readonly tokensPerSecond?: number
  /** Pauses the stream after this many events (0 = after the headers), until the test releases it. */
  readonly holdAfterEvents?: number
  /** Joins events into writes of about this many bytes, for benchmarks; missing: one write per event. */
  readonly writeBytes?: number
  /** Added to the response's headers. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface ScriptedAnswer extends Delivery {
  readonly type: 'script'
  readonly blocks: readonly ScriptedBlock[]
  /** Missing: `tool_use` if there is a tool call, else `stop`. */
  readonly finish?: ScriptedFinish
  /** The reported usage; missing figures are computed from the lengths. */
  readonly usage?: Partial<TokenUsage>
  /** Characters per delta; missing: 24. */
  readonly chunkSize?: number
  /** The model as named in the answer; missing: as requested. */
  readonly model?: string
  /** Encodes the answer for the first request only and repeats it unchanged, including ids, for benchmarks. */
  readonly reuse?: true
}

export interface RecordedAnswer extends Delivery {
  readonly type: 'recording'
  /** A file of `test/fixtures/wire/index.json`; the suffix `#2` selects the second response in a file with several. */
  readonly name: string
}

export interface FailedAnswer extends Delivery {
  readonly type: 'failure'
  readonly failure: ProviderFailure
}

/** A response given as bytes. */
interface RawAnswer extends Delivery {
  readonly type: 'raw'
  readonly status?: number
  readonly contentType?: string
  readonly body: string | Buffer
}

export type Answer = ScriptedAnswer | RecordedAnswer | FailedAnswer | RawAnswer

/** Returns the answer to a request; undefined uses the default. */
export type Answerer = (request: SimulatorRequest) => Answer | undefined

/** Returns a scripted answer with one text. */
export function textAnswer(text: string, delivery: Delivery = {}): ScriptedAnswer {
  return { type: 'script', blocks: [{ type: 'text', text }], ...delivery }
}

/** Returns a recorded answer by its name in the index. */
export function recordedAnswer(name: string, delivery: Delivery = {}): RecordedAnswer {
  return { type: 'recording', name, ...delivery }
}

/** Returns an HTTP error in the provider's dialect. */
export function failedAnswer(failure: ProviderFailure, delivery: Delivery = {}): FailedAnswer {
  return { type: 'failure', failure, ...delivery }
}
