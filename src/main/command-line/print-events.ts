import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { LiveEvent } from '../../shared/stream-event.ts'
import type { Output } from '../process-output.ts'

/** Prints what an agent's feed brings. */
export type FeedPrinter = (agentId: AgentId, item: AgentFeedItem) => void

/** Every event is one line of JSON on stdout: live ones with their type, recorded ones with their kind. */
export function jsonPrinter(output: Output): FeedPrinter {
  return (agentId, item) => {
    if (item.type === 'live') output.out(`${jsonText({ agent: agentId, ...item.event })}\n`)
    if (item.type === 'recorded') output.out(`${jsonText(recordedLine(item.event))}\n`)
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
  const say = (note: string | null): void => {
    if (note === null) return
    output.error(`${isLineOpen ? '\n' : ''}${note}\n`)
    isLineOpen = false
  }
  return (agentId, item) => {
    if (item.type === 'recorded') say(toolNote(item.event))
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
      say(noteFor(item.event))
    }
  }
}

function noteFor(event: LiveEvent): string | null {
  if (event.type === 'error') return `${event.error.category}: ${event.error.message}`
  if (event.type === 'turn_ended' && event.outcome === 'cancelled') return 'Cancelled.'
  if (event.type === 'retrying') return `Trying again (attempt ${event.attempt}): ${event.error.message}`
  return null
}

const MAX_NOTE = 200

/** What a tool is asked for, and what came of it where that is bad news: the model reads all, a person the gist. */
function toolNote(event: AgentEvent): string | null {
  if (event.kind === 'tool_call') return `→ ${event.data.name} ${gist(argumentsText(event.data.arguments))}`
  if (event.kind !== 'tool_result' || event.data.is_error !== true) return null
  return `✗ ${event.data.name ?? ''}: ${gist(event.content ?? '')}`
}

/** One argument says enough by itself: a command, a path. */
function argumentsText(given: JsonObject): string {
  const { path } = given
  const [first, ...others] = Object.values(given)
  const telling = others.length === 0 ? first : path
  return typeof telling === 'string' ? telling : JSON.stringify(given)
}

function gist(text: string): string {
  const [line = '', ...others] = text.trim().split('\n')
  const end = others.at(-1)?.slice(0, MAX_NOTE) ?? ''
  const isCut = line.length > MAX_NOTE || others.length > 1
  return [line.slice(0, MAX_NOTE), ...(isCut ? ['…'] : []), end].join(' ').trimEnd()
}
