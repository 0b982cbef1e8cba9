import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { ContextReplay } from './replay-context.ts'

/** What a fork needs to know of the parent's context; never the whole of it. */
export interface ForkOrigin {
  /** The child inherits up to this settled event. */
  readonly atId: EventId
  /** And only what follows this one; null: the whole effective context. */
  readonly fromId: EventId | null
  /** The inherited context ends in a prompt that nobody has answered: the child starts at once (decisions.md § 4). */
  readonly endsUnanswered: boolean
}

/** The origin of a fork of a context that was replayed. */
export function replayedOrigin(context: Pick<ContextReplay, 'items' | 'lastId'>, fromId: EventId | null): ForkOrigin {
  const last = context.items.at(-1)
  return { atId: context.lastId, fromId, endsUnanswered: last?.kind === 'user' && last.id > (fromId ?? 0) }
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
        return { atId, fromId: null, endsUnanswered: true }
      case 'assistant':
      case 'tool_call':
      case 'tool_result':
      case 'interrupted':
      case 'mail':
      case 'summary':
      case 'clear':
        return { atId, fromId: null, endsUnanswered: false }
      case 'rewind':
        return null
      default:
      // Facts that no model is shown tell nothing about how the context ends.
    }
  }
  return null
}
