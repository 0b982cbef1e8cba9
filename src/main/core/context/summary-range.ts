import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import { isWrittenSummary, positionOf } from '../../../shared/context-edits.ts'
import { firstUnsettled } from './fork-point.ts'

/** Consecutive items of a context that one summary can replace. Never empty. */
export interface SummaryRange {
  readonly items: readonly AgentEvent[]
  readonly fromId: EventId
  readonly toId: EventId
}

/**
 * Returns the items after `afterId` (0: all), without results whose calls are before the range and without calls that
 * still wait for a result: a summary never separates a call from its results. Null: no items are left.
 */
export function summaryRange(items: readonly AgentEvent[], afterId: EventId): SummaryRange | null {
  const begin = items.findIndex((item) => positionOf(item) > afterId && item.kind !== 'tool_result')
  if (begin === -1) return null
  const open = firstUnsettled(items, 0)
  const end = open === null ? items.length : items.indexOf(open)
  const range = items.slice(begin, end)
  const [first, last] = [range[0], range.at(-1)]
  if (first === undefined || last === undefined) return null
  return { items: range, fromId: isWrittenSummary(first) ? first.data.from_id : first.id, toId: positionOf(last) }
}
