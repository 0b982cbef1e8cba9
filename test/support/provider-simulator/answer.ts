import type { JsonObject } from '../../../src/shared/json.ts'
import type { TokenUsage } from '../../../src/shared/usage.ts'
import type { Fault } from './faults.ts'
import type { ProviderFailure } from './provider-failure.ts'
import type { SimulatorRequest } from './simulator-request.ts'

/** One block of a scripted answer. Every format encodes it as the real API does. */
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
      /** The provider's id; made up when missing. */
      readonly id?: string
      /** Sent instead of the arguments' JSON, to script a cut or malformed call. */
      readonly rawArguments?: string
    }
  /** The stream stands still between two blocks until the test releases it. */
  | { readonly type: 'hold'; readonly name?: string }

/** How an answer ends, before it is said in the provider's words. */
export type ScriptedFinish = 'stop' | 'length' | 'tool_use' | 'content_filter'

/** How an answer travels. All of it works with every kind of answer and every format. */
export interface Delivery {
  readonly faults?: readonly Fault[]
  /** Tokens per second; as fast as possible when missing. */
  readonly tokensPerSecond?: number
  /** Holds the stream after so many events (0 = after the headers), until the test releases it. */
  readonly holdAfterEvents?: number
  /** Joins events into writes of about this many bytes; one write per event when missing. For benchmarks. */
  readonly writeBytes?: number
  /** Added to the response's headers. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface ScriptedAnswer extends Delivery {
  readonly type: 'script'
  readonly blocks: readonly ScriptedBlock[]
  /** `tool_use` when there is a tool call, else `stop`. */
  readonly finish?: ScriptedFinish
  /** What the provider reports; computed from the lengths where missing. */
  readonly usage?: Partial<TokenUsage>
  /** Characters per delta; 24 when missing. */
  readonly chunkSize?: number
  /** The model as the answer names it; as requested when missing. */
  readonly model?: string
  /** Encoded for the first request and sent again as it is, ids included: for benchmarks. */
  readonly reuse?: true
}

export interface RecordedAnswer extends Delivery {
  readonly type: 'recording'
  /** A file of `test/fixtures/wire/index.json`; `#2` behind it is the second response of a file of several. */
  readonly name: string
}

export interface FailedAnswer extends Delivery {
  readonly type: 'failure'
  readonly failure: ProviderFailure
}

/** A response given byte for byte. */
interface RawAnswer extends Delivery {
  readonly type: 'raw'
  readonly status?: number
  readonly contentType?: string
  readonly body: string | Buffer
}

export type Answer = ScriptedAnswer | RecordedAnswer | FailedAnswer | RawAnswer

/** Decides the answer to a request; undefined passes it on to the default. */
export type Answerer = (request: SimulatorRequest) => Answer | undefined

/** A scripted answer of one text. */
export function textAnswer(text: string, delivery: Delivery = {}): ScriptedAnswer {
  return { type: 'script', blocks: [{ type: 'text', text }], ...delivery }
}

/** A recording by its name in the index. */
export function recordedAnswer(name: string, delivery: Delivery = {}): RecordedAnswer {
  return { type: 'recording', name, ...delivery }
}

/** An HTTP error in the provider's dialect. */
export function failedAnswer(failure: ProviderFailure, delivery: Delivery = {}): FailedAnswer {
  return { type: 'failure', failure, ...delivery }
}
