import type { AgentEvent, AgentEventOf } from './agent-event.ts'
import { eventHas } from './event-facts.ts'
import type { SummaryData } from './response-data.ts'
import type { EventId } from './ids.ts'

/** A summary that replaces a range of events. */
export type WrittenSummary = AgentEventOf<'summary'> & { readonly data: SummaryData }

/** A user's operation that removed something from the context. */
export type ContextEdit = AgentEventOf<'clear'> | AgentEventOf<'rewind'> | WrittenSummary

/** Whether the event is a summary; a failed attempt to get one is none. */
export function isWrittenSummary(event: AgentEvent): event is WrittenSummary {
  return event.kind === 'summary' && !('failed' in event.data)
}

/** Whether the event records only what a request used. Its answer is in no context and is not shown. */
export function isOnlyUsage(event: AgentEvent): boolean {
  return event.kind === 'keep_warm' || (event.kind === 'summary' && !isWrittenSummary(event))
}

/** Whether a fork after the event inherits something else than a fork before it. */
export function isInherited(event: AgentEvent): boolean {
  return eventHas(event, 'context', 'item', 'edit', 'inherited_state') && !isOnlyUsage(event)
}

/** An operation that is in force, and the events that it removed: those before it with an id in the range. */
export interface ContextSpan {
  readonly event: ContextEdit
  readonly fromId: EventId
  readonly toId: EventId
}

/**
 * The state before such an operation, so that it can be undone. Linked to the operation before it: they are undone one
 * after the other.
 */
export interface AppliedEdit {
  readonly event: ContextEdit
  readonly items: readonly AgentEvent[]
  readonly marks: ReadonlyMap<string, EventId>
  readonly spans: readonly ContextSpan[]
  readonly before: AppliedEdit | null
}

/** Position of an item in the order of the log. A summary has the position of the end of the range that it replaces. */
export function positionOf(item: AgentEvent): EventId {
  return isWrittenSummary(item) ? item.data.to_id : item.id
}

/**
 * Returns the oldest summary after `target` that no clear hides; a rewind to `target` restores the events of that
 * summary. Null: there is none.
 */
export function oldestSummaryAfter(newest: AppliedEdit | null, target: EventId): AppliedEdit | null {
  let found: AppliedEdit | null = null
  for (let edit = newest; edit !== null && edit.event.id > target && edit.event.kind !== 'clear'; edit = edit.before) {
    if (edit.event.kind === 'summary') found = edit
  }
  return found
}

/** The items with the summary in place of the range that it replaces. */
export function summarized(items: readonly AgentEvent[], summary: WrittenSummary): AgentEvent[] {
  const { from_id: from, to_id: to } = summary.data
  const before = items.filter((item) => positionOf(item) < from)
  // If the range is empty (its end is before its beginning), no event may appear twice.
  const after = items.filter((item) => positionOf(item) > to && positionOf(item) >= from)
  return [...before, summary, ...after]
}

export function summarySpan(event: WrittenSummary): ContextSpan {
  return { event, fromId: event.data.from_id, toId: event.data.to_id }
}

/** Whether a rewind that restored the events of the summary `oldestId` removed this span. */
export function isRestored({ event }: ContextSpan, oldestId: EventId): boolean {
  return event.kind === 'summary' && event.id >= oldestId
}
