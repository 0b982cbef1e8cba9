import type { JsonObject } from './json.ts'

/**
 * Content blocks as the log stores them (`data.blocks` of an assistant event, docs/behaviour/storage.md#blocks).
 * Multi-word keys are snake_case because this is the stored format; it is used as it is, so that nothing is lost in a
 * translation.
 */
interface BlockStamp {
  /** Who produced the block. Missing in histories written by hand. */
  readonly provider?: string
  /** The model as the provider's response named it. */
  readonly model?: string
  /**
   * The model that was asked, by the name in the request. Responses may name another one: `gpt-5.6` answers as
   * `gpt-5.6-sol`, a local server with the name of a file. Missing in older rows, and where nothing tells of it.
   */
  readonly requested_model?: string
  /** Which API of the provider: `messages`, `responses`, `generate_content`, `chat`; with the host if it is not the provider's own. */
  readonly endpoint?: string
  /** What only the provider's own adapter understands and needs for a replay, byte for byte: signatures, item ids, phases. */
  readonly provider_data?: JsonObject
}

export interface TextBlock extends BlockStamp {
  readonly type: 'text'
  readonly text: string
}

export interface ThinkingBlock extends BlockStamp {
  readonly type: 'thinking'
  /** Empty when the provider hides the words and only a signature or encrypted content is kept. */
  readonly text: string
}

export interface ToolCallBlock extends BlockStamp {
  readonly type: 'tool_call'
  /** The canonical id: minted by us once per call, unique for ever. */
  readonly id: string
  /** The id that the provider minted, if it did. */
  readonly provider_id?: string
  readonly name: string
  readonly arguments: JsonObject
  /**
   * The arguments as the model wrote them, without white space, where `arguments` does not say it all: integers beyond
   * 2^53, `1.0`, the order of keys such as `10` and `2`. Goes back to models; tools get `arguments`.
   */
  readonly arguments_text?: string
  /** What the model wrote, when it is not a JSON object; `arguments` is then `{}`. */
  readonly malformed_arguments?: string
}

export type ContentBlock = TextBlock | ThinkingBlock | ToolCallBlock

export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, an object schema. */
  readonly parameters: JsonObject
}
