import type { MatchPattern } from '../../../core/ports/tool-ports.ts'
import { PatternThread } from './pattern-thread.ts'

/**
 * Creates the search of a pattern in an answer. A pattern that is harmless on most texts can take exponential time on the
 * text of a model, so it runs in a thread with limits.
 */
export function createPatternMatch(timeLimitMs?: number): MatchPattern {
  const patterns = new PatternThread(timeLimitMs)
  return async (pattern, text) => {
    const found = await patterns.ask({ type: 'match', pattern, text })
    return found === null ? null : found.length > 0
  }
}
