import type { CheckAnswer } from '../../../core/ports/tool-ports.ts'
import { PatternThread } from './pattern-thread.ts'

/** Creates the check of answers against their schema. Schemas may have patterns, so it runs in a thread with limits. */
export function createAnswerCheck(timeLimitMs?: number): CheckAnswer {
  const patterns = new PatternThread(timeLimitMs)
  return (schema, value) => patterns.ask({ type: 'answer', schema, value })
}
