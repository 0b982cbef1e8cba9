import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { SeenLines } from '../../../shared/seen-file.ts'
import { shortenedText } from '../../../shared/shorten-text.ts'

/**
 * Returns the versions of a file (SHA-256, in hex) of which the results among `events` show every line, in one result or
 * in several, or that they have written; in the order in which they were complete. A result that a model is sent without
 * its middle shows nothing for certain. `resultTokens`: how much of one result is sent at most; missing: all.
 */
export function wholeVersions(
  events: readonly AgentEvent[],
  path: string,
  resultTokens: number | undefined,
): ReadonlySet<string> {
  const whole = new Set<string>()
  const parts = new Map<string, readonly SeenLines[]>()
  for (const event of events) {
    if (event.kind !== 'tool_result' || event.data.file?.path !== path) continue
    const { sha256, lines } = event.data.file
    if (whole.has(sha256) || isCut(event.content ?? '', resultTokens)) continue
    const seen = lines === undefined ? [] : [...(parts.get(sha256) ?? []), lines]
    parts.set(sha256, seen)
    if (lines === undefined || isComplete(seen)) whole.add(sha256)
  }
  return whole
}

function isCut(text: string, maxTokens: number | undefined): boolean {
  return maxTokens !== undefined && shortenedText({ text, maxTokens, where: '' }) !== null
}

function isComplete(parts: readonly SeenLines[]): boolean {
  const { of = 0 } = parts[0] ?? {}
  let next = 1
  for (const { first, last } of parts.toSorted((a, b) => a.first - b.first)) {
    if (first > next) return false
    next = Math.max(next, last + 1)
  }
  return next > of
}
