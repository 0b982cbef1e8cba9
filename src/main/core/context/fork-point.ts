import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import { isInherited, isOnlyUsage } from '../../../shared/context-edits.ts'
import { eventHas } from '../../../shared/event-facts.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'

/** The part of the parent's context that a fork needs. */
export interface ForkPoint {
  /** The last event that something is inherited from. All tool calls up to it have their results. */
  readonly atId: EventId
  /** Only events after this one are inherited; null: the whole effective context. */
  readonly fromId: EventId | null
  /**
   * The unanswered prompt at the end of the inherited context; the child then starts immediately. Null: there is none.
   */
  readonly unanswered: string | null
}

/** Returns the point of a fork of a replayed context. An unfinished batch of tool calls at its end is not inherited. */
export function replayedForkPoint(
  context: Pick<ContextReplay, 'items' | 'placeId'>,
  fromId: EventId | null,
): ForkPoint {
  const open = firstUnsettled(context.items, fromId ?? 0)
  const items = open === null ? context.items : context.items.slice(0, context.items.indexOf(open))
  const last = items.findLast(({ kind }) => kind !== 'instructions')
  const atId = open === null ? context.placeId : open.id - 1
  const isUnanswered = last?.kind === 'user' && last.id > (fromId ?? 0)
  return { atId, fromId, unanswered: isUnanswered ? (last.content ?? '') : null }
}

/**
 * Returns the last message if some of its calls have no result yet (a batch is running), or the first of those calls if
 * only events record them; null: every call has its result. If a prompt follows such a message, nothing is cut off: the
 * prompt was meant for the child.
 */
export function firstUnsettled(items: readonly AgentEvent[], afterId: EventId): AgentEvent | null {
  const tail = lastAnswer(items, afterId)
  const answered = new Set(tail.flatMap((item) => (item.kind === 'tool_result' ? item.data.tool_call_id : [])))
  const isOpen = (id: string): boolean => !answered.has(id)
  let batch: AgentEvent | null = null
  for (const item of tail) {
    if (item.kind === 'assistant') {
      const ids = callIds(item)
      if (ids.some(isOpen)) return item
      batch = ids.length === 0 ? null : item
    } else if (item.kind === 'tool_call') {
      batch ??= item
      if (isOpen(item.data.tool_call_id)) return batch
    } else if (item.kind === 'tool_result') batch = null
  }
  return null
}

/** The last answer and the events of its calls; without the answer if another event separates them. */
function lastAnswer(items: readonly AgentEvent[], afterId: EventId): readonly AgentEvent[] {
  const last = items.findLastIndex((item) => item.id <= afterId || !isOfCall(item))
  const item = items[last]
  return items.slice(item?.kind === 'assistant' && item.id > afterId ? last : last + 1)
}

function isOfCall({ kind, data }: AgentEvent): boolean {
  return kind === 'tool_call' || kind === 'tool_result' || (kind === 'mail' && data.tool_call_id !== undefined)
}

function callIds({ data }: AgentEventOf<'assistant'>): readonly string[] {
  return (data.blocks ?? []).flatMap((block) => (block.type === 'tool_call' ? [block.id] : []))
}

/**
 * Returns the point of a full fork from the newest events alone, oldest first, so that a click does not replay a long
 * history. Null if they are not sufficient, because they end with a rewind or calls, or with nothing that a model sees;
 * the context must be replayed then.
 */
export function tailForkPoint(tail: readonly AgentEvent[]): ForkPoint | null {
  const atId = tail.findLast(isInherited)?.id
  const last = tail.findLast((event) => !eventHas(event, 'atEnd', 'passed_over') && !isOnlyUsage(event))
  if (atId === undefined || last === undefined || eventHas(last, 'atEnd', 'unknown')) return null
  if (eventHas(last, 'atEnd', 'answer') && callIds(last).length > 0) return null
  return { atId, fromId: null, unanswered: eventHas(last, 'atEnd', 'prompt') ? (last.content ?? '') : null }
}
