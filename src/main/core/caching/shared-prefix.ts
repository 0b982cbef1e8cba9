import { hashToBase62 } from '../../../shared/hash-to-base62.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'

/** Characters of JSON per token of English text. */
const CHARACTERS_PER_TOKEN = 4

/**
 * Returns an identifier of the beginning that the request shares with those of other agents: up to the last answer,
 * where forks begin, or up to the shared part of the system prompt. Equal beginnings give equal identifiers. Null: it
 * is shorter than `minimumTokens`, or that is null, so nothing is gained when another request writes it first.
 */
export function sharedPrefix(request: ModelRequest, minimumTokens: number | null): string | null {
  if (minimumTokens === null || request.cache === undefined) return null
  const text = JSON.stringify(beginningOf(request, request.cache.sharedSystem))
  return text.length / CHARACTERS_PER_TOKEN < minimumTokens ? null : hashToBase62(text, 18)
}

function beginningOf({ model, thinkingLevel, toolChoice, tools, system, messages }: ModelRequest, shared: number) {
  const answers = messages.findLastIndex(({ role }) => role === 'assistant') + 1
  const settings = [model, thinkingLevel, toolChoice ?? '', tools]
  return answers === 0 ? [...settings, system.slice(0, shared)] : [...settings, system, messages.slice(0, answers)]
}
