import type { ModelChoice } from './agent-summary.ts'
import type { AttachmentKind } from './attachment.ts'
import type { EventId } from './ids.ts'
import type { JsonValue } from './json.ts'
import type { UnsentOption } from './model-options.ts'
import type { PlainPart } from './plain-request.ts'
import type { FilesNotSent } from './response-data.ts'

/** The request that a model would receive for an agent's context, without a key, and how it was assembled. */
export interface TranscriptView {
  readonly choice: ModelChoice
  /** The API, with the host if it is not the provider's own. */
  readonly endpoint: string
  readonly body: JsonValue
  readonly report: TranscriptReport
  /** The names of the tools for the model. */
  readonly tools: ToolNames
}

interface ToolNames {
  /** Those whose definitions the request contains. */
  readonly sent: readonly string[]
  /** Those of MCP servers that the model can only find with `find_tools`. */
  readonly findable: readonly string[]
}

/** The changes that assembly made to the context, for the log and the request inspector. Ids are canonical. */
export interface TranscriptReport {
  readonly dropped: readonly DroppedPart[]
  readonly synthesised: readonly SynthesisedPart[]
  readonly renamed: readonly RenamedPart[]
  /** Rules that the assembled request violated, which is a bug. The affected parts were turned into plain text. */
  readonly violations: readonly RepairedViolation[]
  /** What became of each file of the context, in its order. */
  readonly files: readonly SentFile[]
  /** Results and other long texts of which the beginning and the end are sent. Missing: none. */
  readonly shortened?: readonly ShortenedText[]
  /** Options of the agent that the request does not contain. Missing: none. */
  readonly options?: readonly UnsentOption[]
  /** What the request is sent without, because the provider refused the one before it. Missing: it is complete. */
  readonly plain?: readonly PlainPart[]
  /** Files that are left out because all together exceed a limit of the provider. Missing: none. */
  readonly filesNotSent?: FilesNotSent
}

/** A long text of which a model is sent the beginning and the end. */
export interface ShortenedText {
  readonly eventId: EventId
  /** The hash of the attached file whose text it is; missing: it is the text of the event. */
  readonly sha256?: string
  /** The name of the file with the whole in the folder of outputs; null: a tool has kept one itself. */
  readonly name: string | null
  /** Estimated tokens of the whole. */
  readonly tokens: number
}

/** How a model is sent a file. */
export interface SentFile {
  readonly eventId: EventId
  readonly sha256: string
  readonly name: string
  readonly kind: AttachmentKind
  /** `text`: the text of the file takes its place. `left_out`: a note with its name and the reason does. */
  readonly sent: 'native' | 'text' | 'left_out'
  /** Estimated. */
  readonly tokens: number
  /** Why it is left out. */
  readonly reason?: string
}

export interface DroppedPart {
  readonly eventId: EventId
  readonly part: DroppedKind
  readonly callId?: string
}

type DroppedKind =
  /** Thinking of another provider, model family or endpoint. */
  | 'foreign_thinking'
  /** Signatures and item ids of another provider, model family or endpoint; the text was kept. */
  | 'foreign_signature'
  /** The call or result of a tool that another provider ran. */
  | 'foreign_server_tool'
  /** A call of a tool that the provider ran without its result, or the result alone. */
  | 'half_server_tool'
  /** The model's own thinking without its signature. */
  | 'unsigned_thinking'
  /** The model's own thinking, which is bound to a prefix that has changed. */
  | 'unbound_thinking'
  /** The model's own thinking, because thinking is disabled for the request. */
  | 'unasked_thinking'
  /** Thinking that no other content follows. */
  | 'trailing_thinking'
  | 'interrupted_thinking'
  | 'interrupted_call'
  /** A second result of one call. */
  | 'duplicate_result'

export interface SynthesisedPart {
  /** The event that required it; null if the context is empty. */
  readonly eventId: EventId | null
  readonly part: SynthesisedKind
  readonly callId?: string
}

export type SynthesisedKind =
  | 'closing_result'
  | 'reconstructed_call'
  /** A placeholder for a result without text. */
  | 'empty_result'
  /** A user message before an answer at the beginning. */
  | 'opening_notice'
  /** A user message after a final answer without a reply. */
  | 'continue_notice'
  /** An assistant message between tool results and a user message. */
  | 'acknowledgement'
  /** The request disables thinking because its tool turn began without thinking. */
  | 'thinking_off'

/** An id or a name that is sent in another form. */
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
