import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'

export type RewindPoint =
  /** The first event to remove. */
  { readonly ok: true; readonly targetId: EventId } | { readonly ok: false; readonly message: string }

/**
 * Returns where a rewind to a message begins. The results of the message's tool calls stay, because a call must not
 * lose its result.
 */
export function rewindPoint(items: readonly AgentEvent[], messageId: EventId): RewindPoint {
  const index = items.findIndex(({ id }) => id === messageId)
  if (index === -1) return { ok: false, message: 'This message is not in the context: there is no way back to it.' }
  const next = items.slice(index + 1).find(({ kind }) => kind !== 'tool_call' && kind !== 'tool_result')
  if (next === undefined) return { ok: false, message: 'The context ends here already.' }
  return { ok: true, targetId: next.id }
}
