import type { AgentEvent, AgentEventOf, EventKind } from '../../shared/agent-event.ts'
import { replay } from '../../shared/context-replay.ts'
import { type ContextEdit, type ContextSpan, isOnlyUsage, positionOf } from '../../shared/context-edits.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

/** An item that a pane renders, from top to bottom. */
export type StreamItem =
  | {
      readonly type: 'event'
      readonly event: AgentEvent
      /** The accepted `/model` whose effect the event is; missing: it is not the effect of a command. */
      readonly command?: AgentEventOf<'command'>
    }
  /** Separates the items above, which were inherited from `parentId`. */
  | { readonly type: 'forked'; readonly parentId: AgentId }
  /** Events that a clear, a rewind or a summary removed from the context, folded. */
  | {
      readonly type: 'folded'
      readonly event: ContextEdit
      readonly items: readonly StreamItem[]
      /** Number of folded events. */
      readonly count: number
    }
  | EventGroup

/** Neighbouring forks, or changes of what later requests are made with. */
export type EventGroup = GroupedAs<'forks'> | GroupedAs<'changes'>

interface GroupedAs<Type extends string> {
  readonly type: Type
  /** The first one. */
  readonly event: AgentEvent
  readonly items: readonly SingleItem[]
}

/** An item of one event. */
export type SingleItem = Extract<StreamItem, { type: 'event' }>

export type ToolResults = ReadonlyMap<string, AgentEventOf<'tool_result'>>

/**
 * Returns the items to render for an agent's events: a rule where the inherited history ends, and a fold for events
 * that were removed from the context, which an undo opens again. Each call is rendered once, together with its result,
 * inside its answer if there is one.
 */
export function streamItems(agentId: AgentId, events: readonly AgentEvent[]): readonly StreamItem[] {
  const inAnswers = callsInAnswers(events)
  const calls = new Set([...inAnswers, ...callsOnTheirOwn(events)])
  const items: StreamItem[] = []
  let owner: AgentId | null = null
  for (const [index, event] of events.entries()) {
    if (owner !== null && event.agentId !== owner) items.push({ type: 'forked', parentId: owner })
    owner = event.agentId
    // There can be hundreds, and they say nothing: their cost is in the header and on the usage page.
    if (isOnlyUsage(event) || isShownWithCall(event)) continue
    if (event.kind === 'tool_result' && calls.has(event.data.tool_call_id)) continue
    if (event.kind === 'tool_call' && inAnswers.has(event.data.tool_call_id)) continue
    if (causes(event, events[index + 1])) continue
    const command = event.kind === 'model' ? events[index - 1] : undefined
    items.push({ type: 'event', event, ...(causes(command, event) && { command }) })
  }
  if (owner !== null && owner !== agentId) items.push({ type: 'forked', parentId: owner })
  return fold(items, replay(events).spans)
}

/** Whether the event is a change to files that the card of its call shows, or the beginning of a worktree. */
function isShownWithCall(event: AgentEvent): boolean {
  return event.kind === 'checkpoint' && (event.data.cause === 'call' || event.data.cause === 'fork')
}

/** Returns the results of tool calls by call id; the first one counts. */
export function toolResults(events: readonly AgentEvent[]): ToolResults {
  const results = new Map<string, AgentEventOf<'tool_result'>>()
  for (const event of events) {
    if (event.kind === 'tool_result' && !results.has(event.data.tool_call_id)) {
      results.set(event.data.tool_call_id, event)
    }
  }
  return results
}

/** Returns a stable React key for an item. */
export function itemKey(item: StreamItem): string {
  return item.type === 'forked' ? `forked:${item.parentId}` : `${item.type}:${item.event.id}`
}

/** Returns whether the item shows this event or folds it away. */
export function holdsEvent(item: StreamItem, eventId: EventId): boolean {
  if (item.type === 'forked') return false
  if (item.event.id === eventId) return true
  if (item.type === 'event') return item.command?.id === eventId
  return item.items.some((each) => holdsEvent(each, eventId))
}

/** The commands whose effects are events of their own, by the kind of these. */
const EFFECTS: Readonly<Partial<Record<EventKind, RegExp>>> = {
  mark: /^\/mark\b/i,
  clear: /^\/clear\b/i,
  rewind: /^\/clear\b/i,
  model: /^\/model\b/i,
}

/**
 * Returns whether the event is the accepted command whose effect the next event is: both are recorded, and one line is
 * enough.
 */
function causes(event: AgentEvent | undefined, effect: AgentEvent | undefined): event is AgentEventOf<'command'> {
  if (event?.kind !== 'command' || !event.data.ok || effect === undefined) return false
  return EFFECTS[effect.kind]?.test(event.content ?? '') === true
}

/** Returns the ids of calls in answers' blocks, whose `tool_call` events are redundant. */
function callsInAnswers(events: readonly AgentEvent[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const event of events) {
    if (event.kind !== 'assistant' && event.kind !== 'interrupted') continue
    for (const block of event.data.blocks ?? []) if (block.type === 'tool_call') ids.add(block.id)
  }
  return ids
}

function callsOnTheirOwn(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) => (event.kind === 'tool_call' ? [event.data.tool_call_id] : []))
}

/** Folds what the operations in force removed. Operations that are no longer in force are left out. */
function fold(items: readonly StreamItem[], spans: readonly ContextSpan[]): readonly StreamItem[] {
  const inForce = new Map(spans.map((span) => [span.event.id, span]))
  const folded: StreamItem[] = []
  for (const item of items) {
    const span = item.type === 'event' ? inForce.get(item.event.id) : undefined
    if (span !== undefined) foldSpan(folded, span)
    else if (item.type === 'forked' || !isContextEdit(item.event)) folded.push(item)
  }
  return folded
}

/** Replaces the items in the span's range, and what is between them, by a fold. */
function foldSpan(items: StreamItem[], { event, fromId, toId }: ContextSpan): void {
  const isIn = (item: StreamItem): boolean => {
    if (item.type === 'forked') return false
    const position = positionOf(item.event)
    return position >= fromId && position <= toId
  }
  const first = items.findIndex(isIn)
  // A summary stays where its range was; a clear and a rewind remove everything up to themselves.
  const end = event.kind === 'summary' ? items.findLastIndex(isIn) + 1 : items.length
  const at = first === -1 ? items.length : first
  const left = items.slice(at, first === -1 ? at : end)
  const count = left.reduce((sum, item) => sum + itemCount(item), 0)
  items.splice(at, left.length, { type: 'folded', event, items: left, count })
}

/** Whether the event is a clear, a rewind or a summary; an undo is not: it is shown as an event. */
function isContextEdit(event: AgentEvent): boolean {
  if (event.kind === 'rewind') return event.data.undoes === undefined
  return event.kind === 'clear' || event.kind === 'summary'
}

function itemCount(item: StreamItem): number {
  if (item.type === 'forked') return 0
  return item.type === 'folded' ? item.count : item.type === 'event' ? 1 : item.items.length
}
