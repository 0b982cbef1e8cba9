import type { AgentEvent } from './agent-event.ts'
import { filesOf } from './event-files.ts'
import type { EventId } from './ids.ts'

const RESULT_LEFT_OUT = '(The user left this result out of the context.)'
const FILES_LEFT_OUT = '(The user left the files of this message out of the context.)'

/** Whether an event has something that can be left out of a context: a result, or the files of a prompt. */
function canBeLeftOut(event: AgentEvent): boolean {
  if (event.kind === 'tool_result') return event.content !== RESULT_LEFT_OUT
  return event.kind === 'user' && filesOf(event).length > 0
}

/**
 * Returns the results, and the prompts with files, that the user would leave out: those since the last answer that
 * ended, which are new in a request that the provider refused. `only`: the event of this id alone.
 */
export function newestToLeaveOut(items: readonly AgentEvent[], only?: EventId): readonly AgentEvent[] {
  if (only !== undefined) return items.filter((event) => event.id === only && canBeLeftOut(event))
  const answer = items.findLastIndex((event) => event.kind === 'assistant' && !callsIn(event))
  return items.slice(answer + 1).filter(canBeLeftOut)
}

function callsIn(event: AgentEvent): boolean {
  return event.kind === 'assistant' && (event.data.blocks ?? []).some(({ type }) => type === 'tool_call')
}

/** Returns the event without its result, or without its files; a note takes their place. */
export function withoutResult(event: AgentEvent): AgentEvent {
  if (event.kind === 'tool_result') {
    const { attachments: _, ...data } = event.data
    return { ...event, content: RESULT_LEFT_OUT, data }
  }
  if (event.kind !== 'user') return event
  return { ...event, content: [event.content ?? '', FILES_LEFT_OUT].join('\n\n').trim(), data: null }
}
