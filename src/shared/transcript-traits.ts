/** The format of a provider's tool call ids. */
export type ToolIdStyle =
  /**
   * `prefix` and 24 characters of [A-Za-z0-9]. An id that the provider assigned itself may have up to `maxLength`
   * characters.
   */
  | { readonly form: 'prefixed'; readonly prefix: string; readonly maxLength: number }
  /** Exactly nine characters of [A-Za-z0-9]. */
  | { readonly form: 'nine' }
  /** `functions.{name}:{n}`, with n counted over all calls of the transcript. */
  | { readonly form: 'counted' }

/** A provider's requirements on a transcript, in addition to those that all providers share. */
export interface TranscriptTraits {
  readonly toolIds: ToolIdStyle
  /** Neighbouring user messages are joined into one. */
  readonly requiresAlternatingRoles: boolean
  /** A user message may not come directly after tool results. */
  readonly requiresAssistantBetweenToolAndUser: boolean
  /** Thinking is sent back only with one of these keys in its `provider_data`. Null: no key is required. */
  readonly signatureKeys: readonly string[] | null
  /** Item ids of an answer refer to its thinking: both are replayed or neither. */
  readonly pairsReasoningItems: boolean
  /**
   * What the provider's own tools did is kept as whole blocks; a call and its result go back as a pair or not at all.
   */
  readonly pairsServerTools: boolean
  /** The result of a failed call must be text: its files are sent behind the results. */
  readonly errorResultsAreText: boolean
  /** After the first call of a message, only calls may follow. */
  readonly toolCallsLast: boolean
  /** The request disables thinking, and the provider then refuses its own thinking in the last answer. */
  readonly thinkingDisabled: boolean
  readonly toolName: RegExp
  /** Most tools of a request, beside the provider's own. */
  readonly maxTools: number
}

/** Maximum length of a tool call id that every Chat Completions provider accepts. Characters. */
export const MAX_CHAT_ID = 40
/** Maximum length of a tool call id in the other APIs. Characters. */
export const MAX_ID = 64

/** The traits of Chat Completions; other providers override some of them. */
export const CHAT_TRAITS: TranscriptTraits = {
  toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_CHAT_ID },
  requiresAlternatingRoles: true,
  requiresAssistantBetweenToolAndUser: false,
  signatureKeys: null,
  pairsReasoningItems: false,
  pairsServerTools: false,
  errorResultsAreText: false,
  toolCallsLast: false,
  thinkingDisabled: false,
  toolName: /^[A-Za-z0-9_-]{1,64}$/,
  // OpenAI and Mistral take 128, and the provider's own tools count too.
  maxTools: 126,
}

/** `signatureKeys` of OpenAI. Reasoning with visible content needs no signature. */
export const ENCRYPTED_REASONING: readonly string[] = ['encrypted_content', 'content']
