import type { AgentEventOf, NewEvent } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'

/** A recorded result. */
export interface PlayedResult {
  readonly content: string | null
  readonly data: AgentEventOf<'tool_result'>['data']
}

/**
 * What a call of a turn that is run again gets. `result`: a recorded result, and nothing runs. `run`: from this call on
 * calls run. `end`: the turn ends. `stop`: the turn ends, and this call and the later ones
 * get no result, so that they can be played when the turn is resumed.
 */
export type PlayedCall =
  | { readonly type: 'result'; readonly result: PlayedResult }
  | { readonly type: 'run' }
  | { readonly type: 'end' }
  | { readonly type: 'stop' }

/** Answers the calls of a turn from a recorded one (docs/behaviour/reruns.md#playback). */
export interface Playback {
  /** Returns the calls that got no result before the turn was cut off. Empty: the turn begins with a request. */
  pending(): readonly ToolCallBlock[]
  /** Returns the source of the ids for the calls of the next answer. `newId`: for calls that were not recorded. */
  callIds(newId: () => string): () => string
  /** Called for the calls of the turn in their order. The signal withdraws a question. */
  next(call: ToolCallBlock, signal: AbortSignal): Promise<PlayedCall>
  /** What the recorded turn did to its context before the next request. Each is recorded before the next one is read. */
  acts(): AsyncIterable<NewEvent>
}
