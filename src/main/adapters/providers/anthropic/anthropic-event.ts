import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import type { FinishReason } from '../../../../shared/usage.ts'
import { listField } from '../wire-value.ts'

/** An event of the Messages stream as servers actually send it: types may be unknown, fields may be missing. */
export interface AnthropicEvent {
  readonly type?: string
  readonly index?: number
  readonly message?: unknown
  readonly content_block?: unknown
  readonly delta?: AnthropicDelta | null
  readonly usage?: unknown
}

export interface AnthropicDelta {
  readonly type?: string
  readonly text?: unknown
  readonly thinking?: unknown
  readonly signature?: unknown
  readonly partial_json?: unknown
  readonly citation?: unknown
  readonly stop_reason?: string | null
}

/** Finish reasons by `stop_reason`. Other values are unknown. */
export const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'STOP',
  stop_sequence: 'STOP',
  max_tokens: 'LENGTH',
  model_context_window_exceeded: 'LENGTH',
  tool_use: 'TOOL_USE',
  refusal: 'CONTENT_FILTER',
  pause_turn: 'STOP',
}

/** `opaque`: not displayed, kept unchanged for replay. */
type BlockKind = 'text' | 'thinking' | 'tool_call' | 'opaque'

/** Returns the kind of a block by its type. */
function kindOf(type: unknown): BlockKind {
  if (type === 'text') return 'text'
  if (type === 'thinking' || type === 'redacted_thinking') return 'thinking'
  return type === 'tool_use' ? 'tool_call' : 'opaque'
}

/** A block of the response. `index` is our own index, -1 until the block has content to display. */
export interface StreamBlock {
  index: number
  readonly kind: BlockKind
  /** The canonical id of a call. */
  readonly id: string
  /** The block as it was announced. */
  readonly start: JsonObject
  /** Partial JSON of a server tool's input. */
  json: string
  /** Length of the text so far, UTF-16 units. */
  length: number
  readonly citations: JsonObject[]
  /** True if arguments of the call have been emitted. */
  hasArguments: boolean
  open: boolean
}

/** Creates the block of a `content_block_start`. A call gets a canonical id. */
export function newBlock(start: JsonObject, newToolCallId: () => string): StreamBlock {
  const kind = kindOf(start['type'])
  const id = kind === 'tool_call' ? newToolCallId() : ''
  const citations = listField(start, 'citations').filter(isJsonObject)
  return { index: -1, kind, id, start, json: '', length: 0, citations, hasArguments: false, open: true }
}
