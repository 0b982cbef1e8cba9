import type { AttachmentBlock } from './attachment.ts'
import type { CacheDiagnosis, CacheMiss, RecordedPrint } from './cache-miss.ts'
import type { ContentBlock } from './content.ts'
import type { EventId } from './ids.ts'
import type { UnsentOption } from './model-options.ts'
import type { PlainData } from './plain-request.ts'
import type { PoolChoice } from './pool-choice.ts'
import type { UsageData } from './recorded-usage.ts'
import type { ThinkingLevel } from './thinking-level.ts'
import type { FinishReason } from './usage.ts'

export interface FilesNotSent {
  readonly count: number
  /** The limit, as a clause: `Anthropic takes 100 pictures in a request`. */
  readonly reason: string
}

/** Thinking of earlier answers that was sent and that the provider kept from the model. */
export interface WithheldThinking {
  /** As the provider names it: `model_mismatch`, `prefix_mismatch`; `turn_boundary` is its regular course. */
  readonly reason: string
  /** How many blocks. */
  readonly count: number
}

/** Returns what should not have been withheld; null: nothing. */
export function unexpectedlyWithheld(withheld: readonly WithheldThinking[] = []): {
  readonly count: number
  readonly reasons: string
} | null {
  const unexpected = withheld.filter(({ reason }) => reason !== 'turn_boundary')
  if (unexpected.length === 0) return null
  const count = unexpected.reduce((sum, each) => sum + each.count, 0)
  return { count, reasons: unexpected.map(({ reason }) => reason).join(', ') }
}

/**
 * `data` of an answer (docs/behaviour/storage.md#events). Keys are the stored ones. All but the blocks may be missing
 * in an imported history.
 */
export interface AssistantData extends UsageData {
  readonly provider?: string
  /** The model as the response named it. */
  readonly model?: string
  /** The model that was asked, by the name in the request. Missing in older rows. */
  readonly requested_model?: string
  /** Name of the pool that the model was chosen from, without the `@`. Missing: none, or an older row. */
  readonly pool?: string
  /** Why the pool chose the model. Missing: it does not follow the standing. */
  readonly pool_choice?: PoolChoice
  readonly thinking_level?: ThinkingLevel
  /** All thinking text, for search and display; the blocks hold it in its place. */
  readonly thinking?: string
  /**
   * Tokens of the request and of the received response, estimated because the provider reported no usage. Counted
   * against budgets only, never as usage.
   */
  readonly estimated_tokens?: number
  readonly finish_reason?: FinishReason
  readonly response_id?: string
  /** From the request to the first delta, and to the end, ms. */
  readonly first_delta_ms?: number
  readonly duration_ms?: number
  /**
   * Time in which thinking text was received, ms. Missing without thinking text and in older histories. Never sent to a
   * model.
   */
  readonly thinking_ms?: number
  /** Options of the agent that the request did not contain. Missing: none. */
  readonly options_not_sent?: readonly UnsentOption[]
  /** Files of the context that were left out because all together exceed a limit of the provider. Missing: none. */
  readonly files_not_sent?: FilesNotSent
  /** Earlier thinking that the provider says it did not pass on to the model. Missing: none, or it does not say. */
  readonly thinking_withheld?: readonly WithheldThinking[]
  /** The request was sent without what can be left out. Missing: it was complete. */
  readonly plain?: PlainData
  /** Why less was read from the cache than expected. Missing: it was as warm as expected, or that is not known. */
  readonly cache_miss?: CacheMiss
  /** What the provider says about its cache. Missing: it says nothing. */
  readonly cache_diagnosis?: CacheDiagnosis
  /** What later requests are compared with. Never sent to a model. */
  readonly request_print?: RecordedPrint
  /** Missing in a history written by hand: the answer is then `content`. */
  readonly blocks?: readonly ContentBlock[]
  /** Pictures that the model made, in order. Missing: none. */
  readonly attachments?: readonly AttachmentBlock[]
}

/**
 * An answer that did not end: cancelled by the user, or cut off because ikigai was closed or crashed. `content` is the
 * text received until then.
 * The usage is what had been reported until then: usually all of the input, but too little output.
 */
export interface InterruptedData extends UsageData {
  readonly reason: 'cancelled' | 'closed' | 'crash' | 'error'
  /** After a crash: ids of the calls of the turn that waited for the user's answer. Missing: none. */
  readonly unanswered_calls?: readonly string[]
  readonly provider?: string
  readonly model?: string
  /** As in `AssistantData`. */
  readonly pool?: string
  /** As in `AssistantData`. */
  readonly pool_choice?: PoolChoice
  readonly thinking_level?: ThinkingLevel
  readonly thinking?: string
  /** As in `AssistantData`. */
  readonly estimated_tokens?: number
  readonly blocks?: readonly ContentBlock[]
}

/** A summary (`content`) that replaces the events from `from_id` to `to_id`, both included. */
export interface SummaryData extends UsageData {
  readonly from_id: EventId
  readonly to_id: EventId
  readonly messages: number
  readonly provider?: string
  readonly model?: string
  /** As in `AssistantData`. */
  readonly pool?: string
  /** Tokens of the summary itself, without the thinking before it. */
  readonly output_tokens?: number
  /** As in `AssistantData`. */
  readonly estimated_tokens?: number
  /** As in `AssistantData`, of the last request for it that was refused. */
  readonly plain?: PlainData
}

/** What a request for a summary used that led to none. It changes nothing in the context. */
export interface FailedSummaryData extends UsageData {
  /** `unusable`: the answer was no complete summary. */
  readonly failed: 'cancelled' | 'error' | 'unusable'
  readonly provider?: string
  readonly model?: string
  readonly requested_model?: string
  /** As in `AssistantData`. */
  readonly pool?: string
  /** As in `SummaryData`. */
  readonly output_tokens?: number
  /** As in `AssistantData`. */
  readonly estimated_tokens?: number
}

/**
 * A request that repeats the one before `answer_id` and keeps its entry in the provider's cache. Its answer has one
 * token and is not part of the context.
 */
export interface KeepWarmData extends UsageData {
  /** The answer after whose request the entry was written. */
  readonly answer_id: EventId
  readonly provider?: string
  readonly model?: string
  readonly requested_model?: string
  readonly thinking_level?: ThinkingLevel
  /** As in `AssistantData`. */
  readonly estimated_tokens?: number
  readonly duration_ms?: number
}
