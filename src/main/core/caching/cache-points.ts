import type { TranscriptMessage } from '../ports/provider-ports.ts'

/**
 * Returns the messages whose ends should become entries of the provider's cache, as ascending indexes, three at most:
 *
 * - the last message, where the next request continues;
 * - the last answer, where forks, rewinds and the next prompt begin;
 * - the message before the model's own last answer, which is where its previous request ended. A provider looks only a
 *   few blocks back for an earlier entry, and a round of tools or another model's answers can be longer than that.
 */
export function cachePoints(messages: readonly TranscriptMessage[]): readonly number[] {
  const last = messages.length - 1
  const answer = messages.findLastIndex(({ role }) => role === 'assistant')
  const own = messages.findLastIndex(isOwnAnswer)
  return [...new Set([own - 1, answer, last])].filter((index) => index >= 0).toSorted((a, b) => a - b)
}

/** In a transcript only the target's own blocks have a stamp. */
function isOwnAnswer(message: TranscriptMessage): boolean {
  return message.role === 'assistant' && message.content.some(({ endpoint }) => endpoint !== undefined)
}
