/** Form of a provider's tool call ids. */
export type ToolIdStyle =
  /** `prefix` and 24 characters of [A-Za-z0-9]. An id of the provider's own goes back up to `maxLength` characters. */
  | { readonly form: 'prefixed'; readonly prefix: string; readonly maxLength: number }
  /** Exactly nine characters of [A-Za-z0-9]. */
  | { readonly form: 'nine' }
  /** `functions.{name}:{n}`, with n counted over all calls of the transcript. */
  | { readonly form: 'counted' }

/** What a provider demands of a transcript, beyond what all of them demand. */
export interface TranscriptTraits {
  readonly toolIds: ToolIdStyle
  /** Neighbouring user messages are joined into one. */
  readonly requiresAlternatingRoles: boolean
  /** A user message may not come directly after tool results. */
  readonly requiresAssistantBetweenToolAndUser: boolean
  /** Thinking is sent back only with one of these keys in its `provider_data`. Null: no key is needed. */
  readonly signatureKeys: readonly string[] | null
  /** Ids of an answer's items refer to its thinking: neither is replayed without the other. */
  readonly pairsReasoningItems: boolean
  /** After the first call of a message, only calls may follow. */
  readonly toolCallsLast: boolean
  /** The request asks for no thinking, and the provider then refuses its own thinking in the last answer. */
  readonly thinkingDisabled: boolean
  readonly toolName: RegExp
}

/** Longest tool call id that Chat Completions accepts everywhere. Characters. */
export const MAX_CHAT_ID = 40
/** Longest tool call id of the other APIs. Characters. */
export const MAX_ID = 64

/** The rules of Chat Completions, from which the other providers differ. */
export const CHAT_TRAITS: TranscriptTraits = {
  toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_CHAT_ID },
  requiresAlternatingRoles: true,
  requiresAssistantBetweenToolAndUser: false,
  signatureKeys: null,
  pairsReasoningItems: false,
  toolCallsLast: false,
  thinkingDisabled: false,
  toolName: /^[A-Za-z0-9_-]{1,64}$/,
}

/** `signatureKeys` of OpenAI. Reasoning that was not hidden needs no signature. */
export const ENCRYPTED_REASONING: readonly string[] = ['encrypted_content', 'content']
