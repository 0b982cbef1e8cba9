import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { ContextReplay } from './replay-context.ts'

/** What a fork needs to know of the parent's context; never the whole of it. */
export interface ForkOrigin {
  /** The child inherits up to this settled event. */
  readonly atId: EventId
  /** And only what follows this one; null: the whole effective context. */
  readonly fromId: EventId | null
  /** The prompt that the inherited context ends in, not answered yet: the child starts at once. Null: there is none. */
  readonly unanswered: string | null
}

/** The origin of a fork of a context that was replayed. What is not settled at its end is not inherited. */
export function replayedOrigin(context: Pick<ContextReplay, 'items' | 'lastId'>, fromId: EventId | null): ForkOrigin {
  const open = firstUnsettled(context.items, fromId ?? 0)
  const items = open === null ? context.items : context.items.slice(0, context.items.indexOf(open))
  const last = items.at(-1)
  const atId = open === null ? context.lastId : open.id - 1
  const isUnanswered = last?.kind === 'user' && last.id > (fromId ?? 0)
  return { atId, fromId, unanswered: isUnanswered ? (last.content ?? '') : null }
}

/**
 * The message at the end whose calls do not all have their results yet (a batch is running), or the first of its calls
 * where events alone tell of them; null: all is settled. A prompt behind it was meant for the child, so nothing before
 * that is cut off.
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

/** The last answer and what its calls led to; without the answer where something else stands in front of that. */
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
 * The origin of a full fork, read off the newest events alone, oldest first: a long history is not replayed for a
 * click. Null when they do not tell (an explicit act or nothing that a model sees among them): then it must be.
 */
export function tailOrigin(tail: readonly AgentEvent[]): ForkOrigin | null {
  const atId = tail.at(-1)?.id
  if (atId === undefined) return null
  for (const event of tail.toReversed()) {
    switch (event.kind) {
      case 'user':
        return { atId, fromId: null, unanswered: event.content ?? '' }
      case 'assistant':
        return callIds(event).length === 0 ? { atId, fromId: null, unanswered: null } : null
      case 'interrupted':
      case 'mail':
      case 'summary':
      case 'clear':
        return { atId, fromId: null, unanswered: null }
      case 'rewind':
      case 'tool_call':
      case 'tool_result':
        return null
      default:
      // Facts that no model is shown tell nothing about how the context ends.
    }
  }
  return null
}
