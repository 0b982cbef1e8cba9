import type { AppError } from './app-error.ts'
import type { FinishReason, ResponseUsage } from './usage.ts'
import type { CacheDiagnosis } from './cache-miss.ts'
import type { WithheldThinking } from './response-data.ts'
import type { ToolLink } from './tool-link.ts'
import type { TurnId } from './ids.ts'

/**
 * Live events of one model response (docs/behaviour/providers.md#stream-events): `start`, then deltas, then exactly one
 * of `done` or `error`. They may be merged under back-pressure but are never reordered. Durable data does not depend on
 * them. `blockIndex` counts the content blocks of the response from 0 in the order in which they began.
 */
export type StreamEvent =
  | {
      readonly type: 'start'
      readonly model: string
      readonly responseId?: string
      /**
       * Usage reported before the answer; the only usage known if the answer never ends. `done` has the final figures.
       */
      readonly usage?: ResponseUsage
      /**
       * The text that comes first may turn out to be thinking (`block_retyped`), because the server does not say where
       * thinking ends. Missing: every delta has its final type.
       */
      readonly tentative?: true
    }
  | { readonly type: 'text_delta'; readonly blockIndex: number; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly blockIndex: number; readonly text: string }
  /** All deltas of the block so far are of this type, and so are those that follow. */
  | { readonly type: 'block_retyped'; readonly blockIndex: number; readonly blockType: 'text' | 'thinking' }
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
      /** As named in the answer. */
      readonly model: string
      /** Null if the provider reported none, or the stream ended after a complete answer but before its usage. */
      readonly usage: ResponseUsage | null
      /**
       * Set if the provider only paused a long turn and continues it when called again with this content (Anthropic's
       * `pause_turn`).
       */
      readonly paused?: true
      /** Thinking in the request that the provider kept from the model. Missing: none, or it does not say. */
      readonly thinkingWithheld?: readonly WithheldThinking[]
      /** Missing: the provider says nothing about its cache. */
      readonly cacheDiagnosis?: CacheDiagnosis
    }
  | { readonly type: 'error'; readonly error: AppError }

/** Live events that the engine adds to those of a response. */
type TurnEvent =
  | { readonly type: 'turn_started'; readonly turnId: TurnId; readonly model: string; readonly startedAt: number }
  /** The turn has ended. All events that it recorded were published before this. */
  | { readonly type: 'turn_ended'; readonly turnId: TurnId; readonly outcome: TurnOutcome }
  /** The next attempt starts at `at` (ms since the epoch); `attempt` counts from 2. */
  | { readonly type: 'retrying'; readonly attempt: number; readonly at: number; readonly error: AppError }
  | { readonly type: 'tool_output_delta'; readonly id: string; readonly text: string }
  | { readonly type: 'approval_requested'; readonly id: string }
  /** The path in the call goes through a symbolic link. */
  | ({ readonly type: 'tool_link'; readonly id: string; readonly name: string } & ToolLink)

export type TurnOutcome = 'completed' | 'failed' | 'cancelled'

export type LiveEvent = StreamEvent | TurnEvent

/** An event that contains a part of a longer text. */
export type Delta = Extract<LiveEvent, { type: `${string}_delta` }>
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface AnyEvent {
  readonly type: string
}

/** Returns whether a live event or provider event is a delta. */
export function isDelta(event: AnyEvent): event is Delta {
  return event.type.endsWith('_delta')
}

/** Returns the number of characters in a delta; 0 for other events. */
export function deltaLength(event: AnyEvent): number {
  if (!isDelta(event)) return 0
  return event.type === 'tool_call_delta' ? event.jsonFragment.length : event.text.length
}

/**
 * Appends the text of `next` to `last`, in place, if both are deltas of the same type, block and call; returns whether
 * it did. `last` must be a private copy of the caller.
 */
export function mergeDelta(last: Mutable<Delta>, next: AnyEvent): boolean {
  if (!isDelta(next)) return false
  switch (next.type) {
    case 'text_delta':
    case 'thinking_delta':
      if (last.type !== next.type || last.blockIndex !== next.blockIndex) return false
      last.text += next.text
      return true
    case 'tool_call_delta':
      if (last.type !== next.type || last.blockIndex !== next.blockIndex || last.id !== next.id) return false
      last.jsonFragment += next.jsonFragment
      return true
    case 'tool_output_delta':
      if (last.type !== next.type || last.id !== next.id) return false
      last.text += next.text
      return true
    default:
      return false
  }
}
