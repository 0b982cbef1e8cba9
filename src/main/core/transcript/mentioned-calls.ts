import type { AgentEvent } from '../../../shared/agent-event.ts'
import { storedBlocks, storedText } from './stored-data.ts'

const NONE: readonly string[] = []

/** The ids of the calls that an event makes, answers or refers to. */
export function mentionedCalls(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'assistant':
      return storedBlocks(event.data.blocks).flatMap((block) => (block.type === 'tool_call' ? [block.id] : NONE))
    case 'tool_call':
    case 'tool_result':
      return [storedText(event.data.tool_call_id)]
    case 'mail':
      return event.data.tool_call_id === undefined ? NONE : [storedText(event.data.tool_call_id)]
    default:
      return NONE
  }
}

/** An empty id counts as mentioned by everything: it stands for any unreadable one. */
export function mentionAny(events: readonly AgentEvent[], ids: ReadonlySet<string>): boolean {
  return ids.has('') || events.some((event) => mentionedCalls(event).some((id) => ids.has(id)))
}
