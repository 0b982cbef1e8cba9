import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'

export type RewindPoint =
  /** The first event that leaves the context. */
  { readonly ok: true; readonly targetId: EventId } | { readonly ok: false; readonly message: string }

/**
 * Where a rewind to just behind a message begins. The results of its tool calls stay with it: a call never loses what it
 * came to.
 */
export function rewindPoint(items: readonly AgentEvent[], messageId: EventId): RewindPoint {
  const index = items.findIndex(({ id }) => id === messageId)
  if (index === -1) return { ok: false, message: 'This message is not in the context: there is no way back to it.' }
  const next = items.slice(index + 1).find(({ kind }) => kind !== 'tool_call' && kind !== 'tool_result')
  if (next === undefined) return { ok: false, message: 'The context ends here already.' }
  return { ok: true, targetId: next.id }
}
