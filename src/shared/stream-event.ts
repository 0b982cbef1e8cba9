import type { AppError } from './app-error.ts'
import type { FinishReason, TokenUsage } from './usage.ts'
import type { ToolLink } from './tool-link.ts'

/**
 * Live events of one model response (docs/behaviour/providers.md#stream-events): `start`, then deltas, then exactly one
 * of `done` or `error`. They may be merged under back-pressure, never reordered, and nothing that must survive depends
 * on them. `blockIndex` counts the content blocks of the response from 0 in the order in which they began.
 */
export type StreamEvent =
  | { readonly type: 'start'; readonly model: string; readonly responseId?: string }
  | { readonly type: 'text_delta'; readonly blockIndex: number; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly blockIndex: number; readonly text: string }
  /** `id` is the canonical id of the call, not the provider's. */
  | { readonly type: 'tool_call_start'; readonly blockIndex: number; readonly id: string; readonly name: string }
  | {
      readonly type: 'tool_call_delta'
      readonly blockIndex: number
      readonly id: string
      readonly jsonFragment: string
    }
  | { readonly type: 'tool_call_done'; readonly blockIndex: number; readonly id: string }
  | {
      readonly type: 'done'
      readonly finishReason: FinishReason
      /** As the response names it. */
      readonly model: string
      /** Null: the provider reported none, or it was cut off behind a whole answer. */
      readonly usage: TokenUsage | null
      /** The provider only paused a long turn: asked again with this content, it goes on (Anthropic's `pause_turn`). */
      readonly paused?: true
    }
  | { readonly type: 'error'; readonly error: AppError }

/** Live events that the engine itself adds round a response. */
type TurnEvent =
  | { readonly type: 'turn_started'; readonly turnId: string; readonly model: string; readonly startedAt: number }
  /** The turn has ended and everything that it recorded was published before this. */
  | { readonly type: 'turn_ended'; readonly turnId: string; readonly outcome: TurnOutcome }
  /** The next try starts at `at` (ms since the epoch); `attempt` counts from 2. */
  | { readonly type: 'retrying'; readonly attempt: number; readonly at: number; readonly error: AppError }
  | { readonly type: 'tool_output_delta'; readonly id: string; readonly text: string }
  | { readonly type: 'approval_requested'; readonly id: string }
  /** The path that the call names goes through a symbolic link. */
  | ({ readonly type: 'tool_link'; readonly id: string; readonly name: string } & ToolLink)

export type TurnOutcome = 'completed' | 'failed' | 'cancelled'

export type LiveEvent = StreamEvent | TurnEvent
