import type { AgentEvent } from '../../shared/agent-event.ts'
import { ERRORS } from '../../shared/app-error.ts'
import type { JsonObject } from '../../shared/json.ts'
import { unsentText } from '../../shared/model-options-text.ts'
import type { LiveEvent } from '../../shared/stream-event.ts'
import { requestNotes } from '../../shared/request-notes.ts'
import { linkText } from '../../shared/tool-link.ts'
import { meantCall } from '../../shared/tool-search.ts'

const SECOND_MS = 1_000

/** Describes a retry: why, and when. `Too many requests; retry 2 in 8 s: …`. `now`: ms since the epoch. */
export function retryNote({ attempt, at, error }: Extract<LiveEvent, { type: 'retrying' }>, now: number): string {
  // It is asked again every few seconds, which is said once.
  if (error.category === 'LOADING') return `Waiting for the server (Ctrl+C stops): ${error.message}`
  const seconds = Math.ceil(Math.max(0, at - now) / SECOND_MS)
  const when = seconds === 0 ? 'now' : `in ${seconds} s`
  return `${ERRORS[error.category].title}; retry ${attempt - 1} ${when}: ${error.message}`
}

const MAX_NOTE = 200

/** Describes a tool call, or a failed result in short form; the model gets the complete result. */
export function toolNote(event: AgentEvent): string | null {
  if (event.kind === 'tool_call') {
    const { name, arguments: input } = meantCall(event.data)
    return `→ ${name} ${gist(argumentsText(input))}`
  }
  if (event.kind !== 'tool_result' || event.data.is_error !== true) return null
  // What did not run has not failed.
  const sign = event.data.end === undefined ? '✗' : '⊘'
  return `${sign} ${event.data.name ?? ''}: ${gist(event.content ?? '')}`
}

/**
 * Describes the options that the server refused, a sentence each. Those that the model does not take are named before
 * the run.
 */
export function refusedOptionNotes(event: AgentEvent): readonly string[] {
  if (event.kind !== 'assistant') return []
  const { options_not_sent: unsent = [], requested_model: model = 'the model' } = event.data
  return unsent.filter(({ why }) => why === 'refused').map((option) => unsentText(option, model))
}

/** The notes of a request, and what helps if it was refused. */
export function plainNotes(event: AgentEvent): readonly string[] {
  const isRefused = event.kind === 'error' && event.data.category === 'INVALID_REQUEST'
  return isRefused ? [...requestNotes(event), LEAVE_OUT] : requestNotes(event)
}

const LEAVE_OUT = 'To go on: /clear --result leaves the newest results and files out, /model chooses another model.'

/** Describes where a link leads: `↳ file_write lnk → ~/other`. */
export function linkNote(
  { name, given, target }: Extract<LiveEvent, { type: 'tool_link' }>,
  homeDirectory: string,
): string {
  return `↳ ${name} ${linkText({ given: gist(given), target: gist(target) }, homeDirectory)}`
}

/** A single argument, such as a command or a path, is printed without its name. */
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

/** One line for each MCP server that is missing when a turn begins, with its own words. */
export function missingServerNotes(event: AgentEvent): readonly string[] {
  if (event.kind !== 'instructions' || event.data.origin !== 'servers') return []
  if (event.content === null) return ['All MCP servers are available again.']
  return event.content.split('\n').map((line) => `MCP server not available: ${line}`)
}
