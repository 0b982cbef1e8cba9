import type { ModelChoice } from './agent-summary.ts'
import type { EventId } from './ids.ts'
import type { JsonValue } from './json.ts'

/** What a model would be sent of an agent's context: the very request, without a key, and what was done for it. */
export interface TranscriptView {
  readonly choice: ModelChoice
  /** Which API, with the host if it is not the provider's own. */
  readonly endpoint: string
  readonly body: JsonValue
  readonly report: TranscriptReport
}

/** What assembly did to the context, for the log and for whoever asks what a model would see. Ids are canonical. */
export interface TranscriptReport {
  readonly dropped: readonly DroppedPart[]
  readonly synthesised: readonly SynthesisedPart[]
  readonly renamed: readonly RenamedPart[]
  /** Rules that the assembled request broke: bugs of ours. What they name was turned into plain text. */
  readonly violations: readonly RepairedViolation[]
}

export interface DroppedPart {
  readonly eventId: EventId
  readonly part: DroppedKind
  readonly callId?: string
}

export type DroppedKind =
  /** Thinking of another provider, model family or endpoint. */
  | 'foreign_thinking'
  /** Signatures and item ids of another provider, model family or endpoint; the words were kept. */
  | 'foreign_signature'
  /** Own thinking without what vouches for it. */
  | 'unsigned_thinking'
  /** Own thinking that is bound to what stood before it, and that has changed. */
  | 'unbound_thinking'
  /** Own thinking, because the model is asked not to think. */
  | 'unasked_thinking'
  /** Thinking with nothing behind it. */
  | 'trailing_thinking'
  | 'interrupted_thinking'
  | 'interrupted_call'
  /** A second result of one call. */
  | 'duplicate_result'

export interface SynthesisedPart {
  /** The event that made it necessary; null when the context is empty. */
  readonly eventId: EventId | null
  readonly part: SynthesisedKind
  readonly callId?: string
}

export type SynthesisedKind =
  | 'closing_result'
  | 'reconstructed_call'
  /** A result without words says so. */
  | 'empty_result'
  /** A user message in front of an answer that came first. */
  | 'opening_notice'
  /** A user message behind an answer that nobody has replied to. */
  | 'continue_notice'
  /** An assistant message between tool results and a user message. */
  | 'acknowledgement'
  /** The request asks for no thinking, because its tool turn was begun without. */
  | 'thinking_off'

/** An id or a name that goes out in another form. */
export interface RenamedPart {
  readonly eventId: EventId
  readonly what: 'id' | 'name'
  readonly from: string
  readonly to: string
}

export interface RepairedViolation {
  /** The rule's id in the table of rules. */
  readonly rule: string
  readonly detail: string
  readonly eventId: EventId | null
  readonly callIds: readonly string[]
}
