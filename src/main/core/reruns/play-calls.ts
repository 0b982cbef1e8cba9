import type { ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { DivergenceType } from '../../../shared/rerun.ts'
import type { CallRecord, RecordedTurn } from './recorded-turns.ts'

/** Where a rerun leaves what was recorded. */
export interface Divergence {
  readonly type: DivergenceType
  /** The event of the original at which it is: that of the recorded call, or the last one of the turn. */
  readonly eventId: EventId
  /** Null: no call was recorded here. */
  readonly recorded: CallRecord | null
  /** Null: no call was made. */
  readonly made: ToolCallBlock | null
}

export type Match =
  | { readonly type: 'same'; readonly recorded: CallRecord }
  | { readonly type: 'diverged'; readonly divergence: Divergence }

/** Compares the next call of a turn. `left`: the recorded calls of the turn that were not played yet, in order. */
export function matchCall(turn: RecordedTurn, left: readonly CallRecord[], made: ToolCallBlock): Match {
  const [recorded] = left
  const lastId = turn.events.at(-1)?.id ?? 0
  if (recorded === undefined) return diverged('extra_call', lastId, null, made)
  if (!isSameCall(recorded.call, made)) return diverged('other_call', recorded.eventId, recorded, made)
  if (recorded.result === null) return diverged('no_result', recorded.eventId, recorded, made)
  return { type: 'same', recorded }
}

/** Returns the divergence of a turn that has ended; null: there is none. `left`: as in `matchCall`. */
export function missingCall([recorded]: readonly CallRecord[]): Divergence | null {
  if (recorded === undefined) return null
  return { type: 'missing_call', eventId: recorded.eventId, recorded, made: null }
}

/**
 * Whether two calls are the same: equal names, and arguments with equal canonical JSON. Arguments that a JavaScript
 * value cannot represent exactly, and texts that are not JSON objects, are compared as the model wrote them.
 */
export function isSameCall(a: ToolCallBlock, b: ToolCallBlock): boolean {
  return callKey(a) === callKey(b)
}

function callKey({ name, arguments: values, arguments_text, malformed_arguments }: ToolCallBlock): string {
  return JSON.stringify([name, canonicalJson(values), arguments_text ?? null, malformed_arguments ?? null])
}

/**
 * Returns the recorded call whose result is the nearest to that of a call that differs: of the same tool, with the most
 * equal arguments, and of equals the first. Null: no call of that tool is left.
 */
export function nearestCall(left: readonly CallRecord[], made: ToolCallBlock): CallRecord | null {
  let nearest: CallRecord | null = null
  let most = -1
  for (const recorded of left) {
    if (recorded.call.name !== made.name || recorded.result === null) continue
    const equal = equalArguments(recorded.call, made)
    if (equal <= most) continue
    nearest = recorded
    most = equal
  }
  return nearest
}

function equalArguments({ arguments: a }: ToolCallBlock, { arguments: b }: ToolCallBlock): number {
  const isEqual = (key: string): boolean => Object.hasOwn(b, key) && jsonText(a[key]) === jsonText(b[key])
  return Object.keys(a).filter(isEqual).length
}

function jsonText(value: ToolCallBlock['arguments'][string] | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(canonicalJson(value))
}

function diverged(type: DivergenceType, eventId: EventId, recorded: CallRecord | null, made: ToolCallBlock): Match {
  return { type: 'diverged', divergence: { type, eventId, recorded, made } }
}
