import type { AgentEvent } from './agent-event.ts'
import { plainRequestText } from './plain-request.ts'
import { unexpectedlyWithheld } from './response-data.ts'

/**
 * Says what the request of an answer, or of an error, was sent without because of a refusal or a limit of files, and
 * which thinking did not reach the model; a sentence each.
 */
export function requestNotes(event: AgentEvent): readonly string[] {
  if (event.kind !== 'assistant' && event.kind !== 'error') return []
  const files = event.kind === 'assistant' ? event.data.files_not_sent : undefined
  const withheld = event.kind === 'assistant' ? unexpectedlyWithheld(event.data.thinking_withheld) : null
  const { plain } = event.data
  return [
    ...(files === undefined ? [] : [`${files.count} older files were not sent: ${files.reason}.`]),
    ...(withheld === null ? [] : [`The provider kept earlier thinking from the model: ${withheld.reasons}.`]),
    ...(plain?.refusal === undefined ? [] : [plainRequestText(plain)]),
  ]
}
