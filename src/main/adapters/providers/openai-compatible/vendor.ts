import type { JsonObject } from '../../../../shared/json.ts'
import type { ProviderName } from '../../../../shared/providers.ts'
import type { Quietness } from '../provider-connection.ts'
import type { ThinkingLevel } from '../../../../shared/thinking-level.ts'

/** All that tells one OpenAI-compatible vendor from another. One file in vendors/ each. */
export interface Vendor {
  readonly name: ProviderName
  /** As its SDK users write it, with the version. */
  readonly baseUrl: string
  /** `responses` where the vendor has that API: it keeps reasoning whole over a tool turn. */
  readonly api: 'chat' | 'responses'
  /** What a thinking level becomes for a model. Never yields what the vendor refuses. */
  thinking(model: string, level: ThinkingLevel): VendorThinking
  /**
   * Tokens of the reply → the limit to send; null: none is sent. `thinks`: thinking counts against it. `isMaximum`: the
   * reply is all that the model can write.
   */
  outputLimit(replyTokens: number, thinks: boolean, isMaximum: boolean): number | null
  /** Chat: whether `stream_options.include_usage` is taken. Where it isn't, usage comes by itself. */
  readonly asksForUsage: boolean
  /** Chat: the fields of an assistant message that carry its own thinking back. */
  replay(message: ReplayedMessage): JsonObject
  /** Takes no other `tool_choice` than `auto`: where no tool may be called it is sent none. */
  readonly onlyAutoToolChoice?: true
  /** How silent its models may be; `silent` holds for those that think. Missing: `steady`. */
  readonly quietness?: Quietness
  /** A 400 that says that thinking can't be switched off; asked once more, the model thinks as little as it can. */
  refusesNoThinking?(said: string): boolean
  /** Request fields instead of those of `none`, after such a refusal. */
  readonly leastThinking?: JsonObject
  readonly isChatModel?: (id: string) => boolean
  /** Responses: `custom_tool_call` is the call of a tool that the vendor runs by itself. */
  readonly runsCustomTools?: true
}

export interface VendorThinking {
  /** Request fields: `reasoning_effort`, `thinking`, `reasoning`. Empty: nothing is sent. */
  readonly fields: JsonObject
  readonly thinks: boolean
  /** The level in a few words; null: the model does not think, or nothing is known about it. */
  readonly label: string | null
  /** Lines of docs/behaviour/thinking.md#feedback, warnings first. */
  readonly feedback: readonly string[]
}

/** An assistant message of the transcript, as far as thinking is concerned. */
export interface ReplayedMessage {
  /** All its own thinking, joined; empty: none, or none in words. */
  readonly thinking: string
  /** `reasoning_details` as the vendor gave them. */
  readonly details: readonly JsonObject[]
  /** The field that the thinking came in. */
  readonly field: string | undefined
  readonly text: string
  readonly hasCalls: boolean
}
