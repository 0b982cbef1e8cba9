import type { ProviderRow } from '../../../shared/provider-row.ts'
import { ENDPOINT, PROVIDERS, type ProviderName } from '../../../shared/providers.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'
import { CHAT_TRAITS, ENCRYPTED_REASONING, type TranscriptTraits } from '../../../shared/transcript-traits.ts'
import { canDisableThinking, usesThinkingBudget } from './model-family.ts'

/** The provider, model and endpoint that a transcript is rendered for. */
export interface TranscriptTarget {
  readonly provider: ProviderName
  /** As typed, without the provider's prefix. */
  readonly model: string
  /** The company's model that an endpoint's is. Missing: `model` says it. */
  readonly as?: string
  /**
   * The stamp of the provider's adapter: `messages`, `responses`, `generate_content` or `chat`, followed by `@host` if
   * the host is not the provider's own.
   */
  readonly endpoint: string
  readonly thinkingLevel: ThinkingLevel
  /** Most tokens that are sent of one result, estimated. Missing: no limit. */
  readonly resultTokens?: number
  /** What the catalogue says that the model reads. Missing: its name tells. */
  readonly inputs?: readonly string[]
}

/**
 * Prompts must not be merged into a message with results: they would count as part of the tool turn, which may have
 * begun without thinking.
 */
const CLAUDE_WITHIN_BUDGET: TranscriptTraits = {
  ...PROVIDERS.anthropic.transcript,
  requiresAssistantBetweenToolAndUser: true,
}

const OPENAI_CHAT: TranscriptTraits = {
  ...CHAT_TRAITS,
  requiresAlternatingRoles: false,
  signatureKeys: ENCRYPTED_REASONING,
}

/**
 * Returns the requirements of the target. OpenAI has two APIs; the shorter ids and the plain messages are for Chat
 * Completions.
 */
export function traitsOf(target: TranscriptTarget): TranscriptTraits {
  if (target.provider === 'openai' && isChat(target)) return OPENAI_CHAT
  if (target.provider === ENDPOINT) return isMessages(target) ? claudeTraits(target) : apiRowOf(target).transcript
  return target.provider === 'anthropic' ? claudeTraits(target) : PROVIDERS[target.provider].transcript
}

/**
 * Returns the row with the demands of the target's API: that of its provider, for an endpoint that of the company whose
 * API it speaks. xAI's is the Responses API as others than OpenAI serve it.
 */
export function apiRowOf(target: TranscriptTarget): ProviderRow {
  if (target.provider !== ENDPOINT || isChat(target)) return PROVIDERS[target.provider]
  if (isMessages(target)) return PROVIDERS.anthropic
  return isResponses(target) ? PROVIDERS.xai : PROVIDERS.google
}

function claudeTraits({ model, as = model, thinkingLevel }: TranscriptTarget): TranscriptTraits {
  const traits = usesThinkingBudget(as) ? CLAUDE_WITHIN_BUDGET : PROVIDERS.anthropic.transcript
  return thinkingLevel === 'none' && canDisableThinking(as) ? { ...traits, thinkingDisabled: true } : traits
}

export function isChat(target: TranscriptTarget): boolean {
  return target.endpoint === 'chat' || target.endpoint.startsWith('chat@')
}

/** Whether the target is asked over the Messages API. */
export function isMessages(target: TranscriptTarget): boolean {
  return target.endpoint === 'messages' || target.endpoint.startsWith('messages@')
}

export function isResponses(target: TranscriptTarget): boolean {
  return target.endpoint === 'responses' || target.endpoint.startsWith('responses@')
}
