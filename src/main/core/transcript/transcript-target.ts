import type { ProviderName } from '../../../shared/provider-name.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'
import { canStopThinking, thinksWithinBudget } from './model-family.ts'

/** Whom a transcript is rendered for. */
export interface TranscriptTarget {
  readonly provider: ProviderName
  /** As it was typed, without the provider's prefix. */
  readonly model: string
  /** The stamp of the provider's adapter: `messages`, `responses`, `generate_content`, `chat`, with `@host` if not its own. */
  readonly endpoint: string
  readonly thinkingLevel: ThinkingLevel
}

/** How a provider's tool call ids look (docs/behaviour/transcript.md#tool-ids). */
export type ToolIdStyle =
  /** `prefix` and 24 of [A-Za-z0-9]; an id of the provider's own is taken back up to `maxLength`. */
  | { readonly form: 'prefixed'; readonly prefix: string; readonly maxLength: number }
  /** Exactly nine of [A-Za-z0-9]. */
  | { readonly form: 'nine' }
  /** `functions.{name}:{n}`, n counted over all calls of the transcript. */
  | { readonly form: 'counted' }

/** What a provider demands of a transcript, beyond what all demand. */
export interface ProviderTraits {
  readonly toolIds: ToolIdStyle
  /** Roles must alternate: neighbouring user messages become one. */
  readonly alternates: boolean
  /** A user message may not stand straight behind tool results. */
  readonly answersBeforeUser: boolean
  /** Thinking goes back only with what vouches for it: one of these keys of its `provider_data`. Null: with nothing. */
  readonly vouchedBy: readonly string[] | null
  /** Ids of an answer's items refer to its thinking: one is not replayed without the other. */
  readonly linksItems: boolean
  /** Nothing but calls may stand behind the first call of a message. */
  readonly callsLast: boolean
  /** It is asked not to think, and then refuses its own thinking in its last answer. */
  readonly thinkingOff: boolean
  readonly toolName: RegExp
}

const ANY_NAME = /^[A-Za-z0-9_-]{1,64}$/
const NAME_FROM_LETTER = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const NAME_FROM_LETTER_OR_UNDERSCORE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** The longest id that Chat Completions takes for certain. */
export const MAX_CHAT_ID = 40
export const MAX_ID = 64

const CHAT: ProviderTraits = {
  toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_CHAT_ID },
  alternates: true,
  answersBeforeUser: false,
  vouchedBy: null,
  linksItems: false,
  callsLast: false,
  thinkingOff: false,
  toolName: ANY_NAME,
}

/** Reasoning that was not hidden is its own proof. */
const ENCRYPTED = ['encrypted_content', 'content'] as const

const TRAITS: Readonly<Record<ProviderName, ProviderTraits>> = {
  anthropic: {
    ...CHAT,
    toolIds: { form: 'prefixed', prefix: 'toolu_', maxLength: MAX_ID },
    vouchedBy: ['signature', 'redacted'],
    callsLast: true,
  },
  openai: {
    ...CHAT,
    toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_ID },
    alternates: false,
    vouchedBy: ENCRYPTED,
    linksItems: true,
  },
  google: {
    ...CHAT,
    toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_ID },
    vouchedBy: ['signatures'],
    toolName: NAME_FROM_LETTER_OR_UNDERSCORE,
  },
  xai: { ...CHAT, alternates: false, linksItems: true },
  meta: { ...CHAT, linksItems: true },
  mistral: { ...CHAT, toolIds: { form: 'nine' }, answersBeforeUser: true },
  moonshot: { ...CHAT, toolIds: { form: 'counted' }, alternates: false, toolName: NAME_FROM_LETTER },
  openrouter: CHAT,
  local: CHAT,
}

/** A prompt in one message with results would still belong to their tool turn, and that may have begun without thinking. */
const CLAUDE_WITHIN_BUDGET: ProviderTraits = { ...TRAITS.anthropic, answersBeforeUser: true }

const OPENAI_CHAT: ProviderTraits = { ...CHAT, alternates: false, vouchedBy: ENCRYPTED }

/** What the target demands. OpenAI has two APIs; the shorter ids and the plain messages belong to Chat Completions. */
export function traitsOf(target: TranscriptTarget): ProviderTraits {
  if (target.provider === 'openai' && isChat(target)) return OPENAI_CHAT
  return target.provider === 'anthropic' ? claudeTraits(target) : TRAITS[target.provider]
}

function claudeTraits({ model, thinkingLevel }: TranscriptTarget): ProviderTraits {
  const traits = thinksWithinBudget(model) ? CLAUDE_WITHIN_BUDGET : TRAITS.anthropic
  return thinkingLevel === 'none' && canStopThinking(model) ? { ...traits, thinkingOff: true } : traits
}

export function isChat(target: TranscriptTarget): boolean {
  return target.endpoint === 'chat' || target.endpoint.startsWith('chat@')
}

export function isResponses(target: TranscriptTarget): boolean {
  return target.endpoint === 'responses' || target.endpoint.startsWith('responses@')
}
