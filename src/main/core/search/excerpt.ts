import { storedAttachments } from '../../../shared/attachment.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'

const AROUND = 80

/**
 * Returns a line of text around the first match; the beginning of the content if the match is elsewhere in the event.
 */
export function excerpt(event: AgentEvent, query: string): string {
  const text = searchedText(event)
  const at = firstMatch(text, query)
  const from = Math.max(0, at - AROUND)
  const to = Math.min(text.length, at + query.length + AROUND)
  const line = text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`
}

function firstMatch(text: string, query: string): number {
  const lower = text.toLowerCase()
  const terms = [query, ...query.split(/\s+/)].map((term) => term.replaceAll('"', '').toLowerCase())
  return terms.map((term) => (term === '' ? -1 : lower.indexOf(term))).find((at) => at >= 0) ?? 0
}

/** Returns the text of an event that the database searches. */
function searchedText({ content, data }: AgentEvent): string {
  const parts: unknown[] = [content]
  if (data !== null && 'thinking' in data) parts.push(data.thinking)
  if (data !== null && 'name' in data) parts.push(data.name)
  if (data !== null && 'arguments' in data) parts.push(JSON.stringify(data.arguments))
  parts.push(
    ...storedAttachments(data !== null && 'attachments' in data ? data.attachments : undefined).map(({ name }) => name),
  )
  return parts.filter((part) => typeof part === 'string').join('\n')
}
