import type { FinishReason } from '../../../../shared/usage.ts'

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
export type BlockKind = 'text' | 'thinking' | 'tool_call' | 'opaque'

/** Returns the kind of a block by its type. */
export function kindOf(type: unknown): BlockKind {
  if (type === 'text') return 'text'
  if (type === 'thinking' || type === 'redacted_thinking') return 'thinking'
  return type === 'tool_use' ? 'tool_call' : 'opaque'
}
