import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { LiveEvent } from '../../shared/stream-event.ts'

/** Where lines go. stdout carries results only; everything else goes to stderr. */
export interface Output {
  out(text: string): void
  error(text: string): void
}

/** Prints what an agent's feed brings. */
export type FeedPrinter = (agentId: AgentId, item: AgentFeedItem) => void

/** Every event is one line of JSON on stdout: live ones with their type, recorded ones with their kind. */
export function jsonPrinter(output: Output): FeedPrinter {
  return (agentId, item) => {
    if (item.type === 'live') output.out(`${JSON.stringify({ agent: agentId, ...item.event })}\n`)
    if (item.type === 'recorded') output.out(`${JSON.stringify(recordedLine(item.event))}\n`)
  }
}

/** The form of a recorded event on the command line. */
export function recordedLine(event: AgentEvent): Record<string, unknown> {
  return { agent: event.agentId, id: event.id, kind: event.kind, content: event.content, data: event.data }
}

/** For people: the answer's text on stdout as it comes, thinking, tool calls and errors on stderr. */
export function textPrinter(output: Output, mainAgent: () => AgentId | null): FeedPrinter {
  let speaker: AgentId | null = null
  let isLineOpen = false
  return (agentId, item) => {
    if (item.type !== 'live') return
    if (item.event.type === 'text_delta' && agentId !== (speaker ?? mainAgent())) {
      output.error(`${isLineOpen ? '\n' : ''}── ${agentId.slice(0, 6)} ──\n`)
    }
    if (item.event.type === 'text_delta') {
      speaker = agentId
      isLineOpen = !item.event.text.endsWith('\n')
      output.out(item.event.text)
    } else if (item.event.type === 'done' && isLineOpen) {
      isLineOpen = false
      output.out('\n')
    } else {
      const note = noteFor(item.event)
      if (note !== null) output.error(`${note}\n`)
    }
  }
}

function noteFor(event: LiveEvent): string | null {
  if (event.type === 'error') return `${event.error.category}: ${event.error.message}`
  if (event.type === 'tool_call_start') return `→ ${event.name}`
  if (event.type === 'retrying') return `Trying again (attempt ${event.attempt}): ${event.error.message}`
  return null
}
