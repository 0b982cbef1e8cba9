import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ContentBlock, TextBlock, ToolDefinition } from '../../../shared/content.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { ModelInfo } from '../../../shared/model-info.ts'
import type { Result } from '../../../shared/result.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'

/** A message of a transcript: already valid for the target (closed calls, own thinking only, projected tool ids). */
export type TranscriptMessage =
  | { readonly role: 'user'; readonly content: readonly TextBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly ContentBlock[] }
  | { readonly role: 'tool'; readonly results: readonly TranscriptToolResult[] }

export interface TranscriptToolResult {
  /** The projected id, equal to the `id` of the call's block in the message before. */
  readonly callId: string
  readonly name: string
  readonly content: string
  readonly isError: boolean
}

/** What a model is asked: the context rendered for one provider and model. Plain data; equal requests are equal bytes. */
export interface ModelRequest {
  readonly model: string
  readonly thinkingLevel: ThinkingLevel
  /** Blocks of the system prompt, in order; may be empty. */
  readonly system: readonly string[]
  /** In these messages a tool call block's `id` is the projected id. */
  readonly messages: readonly TranscriptMessage[]
  readonly tools: readonly ToolDefinition[]
  /**
   * `none`: the tools are there because they stand first in every cached prefix, and none may be called. Missing: the
   * model decides. A server that refuses the wish is sent no tools.
   */
  readonly toolChoice?: 'none'
  /** The reply, without thinking. Tokens. */
  readonly maxOutputTokens: number
  /** `maxOutputTokens` is all that the model can write: thinking has its room in it and adds nothing. */
  readonly isOutputMaximum?: true
}

/**
 * What an adapter yields: the normalized stream, and the parts of blocks that only a replay needs.
 * `block_data` belongs to the block of that index and may come at any time before `done`; several are merged, later keys
 * win. A block of which only data comes (redacted thinking) begins with it, hence `blockType`.
 */
export type ProviderEvent =
  | StreamEvent
  | {
      readonly type: 'block_data'
      readonly blockIndex: number
      readonly blockType: 'text' | 'thinking' | 'tool_call'
      readonly providerData: JsonObject
      /** The provider's own id of a tool call. */
      readonly providerId?: string
    }

export interface ProviderCallOptions {
  readonly signal: AbortSignal
  /** Mints the canonical id of each tool call; adapters never invent one. */
  readonly newToolCallId: () => string
}

/** One agent's connection to one provider: made at first use, dropped when the agent's model changes. */
export interface Provider {
  readonly name: ProviderName
  /** The stamp on blocks: which API they came from (`messages`, `responses`, `generate_content`, `chat`), with the host if it is not the provider's own. */
  readonly endpoint: string
  /**
   * Streams one model response. Never throws: a failure arrives as `error`. Ends after exactly one `done` or `error`,
   * or without either when the signal aborts. Leaving the loop early closes the connection.
   */
  stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent>
  /** The very body that `stream` would send. No key in it. */
  render(request: ModelRequest): JsonValue
  /** The provider's own list of models. */
  listModels(signal: AbortSignal): Promise<Result<readonly ModelInfo[]>>
}

/** Makes providers. Reads credentials and configuration at that moment, so a new key works at once. */
export interface ProviderFactory {
  /**
   * Without a key: a failure with the text of docs/behaviour/commands.md#missing-credentials. `key: 'optional'`: the
   * provider is made all the same; it renders requests, which needs none.
   */
  create(name: ProviderName, options?: { readonly key: 'optional' }): Promise<Result<Provider>>
}

/** What is known about models without asking anybody; pure look-ups in bundled tables. */
export interface ModelCatalog {
  list(provider: ProviderName): readonly ModelInfo[]
  find(provider: ProviderName, model: string): ModelInfo | null
  /**
   * The lines after `✓ Switched to …` of docs/behaviour/thinking.md#feedback, warnings first, each without indentation.
   */
  thinkingFeedback(choice: ModelChoice, maxOutputTokens: number): readonly string[]
  /** The model to use instead of a default that is past its end date; null: none needed or known. */
  successor(provider: ProviderName, model: string, today: string): string | null
}
