import type { AgentEvent, EventKind } from '../../shared/agent-event.ts'
import type { AgentMark } from '../../shared/agent-marks.ts'

/** What is said: marks stand between these. */
const SAID: ReadonlySet<EventKind> = new Set<EventKind>([
  'user',
  'assistant',
  'tool_call',
  'tool_result',
  'interrupted',
  'mail',
  'summary',
])

/** Nothing was said after it: a mark that is made now stands right behind it. */
export function isNewestMessage(event: AgentEvent, events: readonly AgentEvent[]): boolean {
  return events.findLast(({ kind }) => SAID.has(kind))?.id === event.id
}

/** The newest mark between this message and the next one, which a rewind to this place can use; null: there is none. */
export function markBehind(
  event: AgentEvent,
  events: readonly AgentEvent[],
  marks: readonly AgentMark[],
): string | null {
  const next = events.find(({ id, kind }) => id > event.id && SAID.has(kind))?.id ?? Infinity
  return marks.findLast((mark) => mark.eventId > event.id && mark.eventId < next)?.name ?? null
}
