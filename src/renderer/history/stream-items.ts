import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

/** An item that a pane renders, from top to bottom. */
export type StreamItem =
  | { readonly type: 'event'; readonly event: AgentEvent }
  /** Separates the items above, which were inherited from `parentId`. */
  | { readonly type: 'forked'; readonly parentId: AgentId }
  /** Events that a clear, a rewind or a summary removed from the context, folded. */
  | {
      readonly type: 'left'
      readonly event: ContextAct
      readonly items: readonly StreamItem[]
      /** Number of folded events. */
      readonly count: number
    }

/** An event that removes others from the context. */
export type ContextAct = AgentEventOf<'clear'> | AgentEventOf<'rewind'> | AgentEventOf<'summary'>

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
    if (event.kind === 'tool_result' && calls.has(event.data.tool_call_id)) continue
    if (event.kind === 'tool_call' && inAnswers.has(event.data.tool_call_id)) continue
    if (isSaidTwice(event, events[index - 1], events[index + 1])) continue
    applyEvent(items, event)
  }
  if (owner !== null && owner !== agentId) items.push({ type: 'forked', parentId: owner })
  return items
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
  return item.event.id === eventId || (item.type === 'left' && item.items.some((each) => holdsEvent(each, eventId)))
}

/**
 * Returns whether the event repeats its neighbour: a typed `/mark` or `/clear` is recorded in addition to its effect,
 * and one line is enough. The command event of `/model` is kept, because it contains more than the line about the
 * switch.
 */
function isSaidTwice(event: AgentEvent, before: AgentEvent | undefined, after: AgentEvent | undefined): boolean {
  if (event.kind === 'model') return before?.kind === 'command' && /^\/model\b/i.test(before.content ?? '')
  return event.kind === 'command' && (after?.kind === 'mark' || after?.kind === 'clear' || after?.kind === 'rewind')
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

/** Adds an event to the items. A context change folds the events that it removes; an undo opens the fold again. */
function applyEvent(items: StreamItem[], event: AgentEvent): void {
  switch (event.kind) {
    case 'clear':
      items.push(fold(event, items.splice(0)))
      return
    case 'rewind':
      if (event.data.undoes === undefined) rewind(items, event)
      else undo(items, event)
      return
    case 'summary':
      summarise(items, event)
      return
    default:
      items.push({ type: 'event', event })
  }
}

/** Rewinding to an event before a summary restores the summarised events, so the summary's fold is opened first. */
function rewind(items: StreamItem[], event: AgentEventOf<'rewind'>): void {
  const target = event.data.target_id
  for (const item of items.toReversed()) {
    if (item.type === 'left' && item.event.kind === 'summary' && item.event.id > target) openFold(items, item)
  }
  items.push(fold(event, items.splice(firstFrom(items, target))))
}

function undo(items: StreamItem[], event: AgentEventOf<'rewind'>): void {
  const undone = items.find((item) => item.type === 'left' && item.event.id === event.data.undoes)
  if (undone?.type === 'left') openFold(items, undone)
  items.push({ type: 'event', event })
}

function openFold(items: StreamItem[], item: Extract<StreamItem, { type: 'left' }>): void {
  items.splice(items.indexOf(item), 1, ...item.items)
}

function summarise(items: StreamItem[], event: AgentEventOf<'summary'>): void {
  const { from_id: from, to_id: to } = event.data
  const isIn = (item: StreamItem): boolean => item.type !== 'forked' && item.event.id >= from && item.event.id <= to
  const first = items.findIndex(isIn)
  const count = first === -1 ? 0 : items.findLastIndex(isIn) - first + 1
  const at = first === -1 ? items.length : first
  items.splice(at, 0, fold(event, items.splice(at, count)))
}

function fold(event: ContextAct, items: readonly StreamItem[]): StreamItem {
  const count = items.reduce((sum, item) => sum + itemCount(item), 0)
  return { type: 'left', event, items, count }
}

function itemCount(item: StreamItem): number {
  if (item.type === 'forked') return 0
  return item.type === 'left' ? item.count : 1
}

/**
 * Returns the index of the first item that a rewind to `target` removes. If `target` is a mark, the mark is kept and
 * can be used again.
 */
function firstFrom(items: readonly StreamItem[], target: EventId): number {
  const index = items.findIndex((item) => item.type !== 'forked' && item.event.id >= target && !isMark(item, target))
  return index === -1 ? items.length : index
}

function isMark(item: StreamItem, id: EventId): boolean {
  return item.type === 'event' && item.event.kind === 'mark' && item.event.id === id
}
