import { MAX_PROCESSES } from './bash-program.ts'
import { MAX_KEPT_SIZE } from './output-collector.ts'
import type { ProcessEnd } from './run-process.ts'

export const DEFAULT_TIMEOUT_S = 120
export const MAX_TIMEOUT_S = 3_600

/** Returns how a command ended, for the model. */
export function endNote(end: ProcessEnd, timeoutMs: number): string {
  if (end.type === 'exited') return `[exit code ${end.code}]`
  if (end.type === 'killed') return `[ended by ${end.signal}]`
  if (end.type === 'failed') return `[The command could not be started: ${end.message}]`
  switch (end.reason) {
    case 'aborted':
      return '[Cancelled: the command and everything it started was ended.]'
    case 'timeout':
      return `[Timed out after ${timeoutMs / 1_000} s: the command and everything it started was ended. A longer timeout_seconds, up to ${MAX_TIMEOUT_S}, is possible.]`
    case 'too_many_processes':
      return `[Ended: it ran more than ${MAX_PROCESSES} processes at once. Start fewer at a time.]`
    default:
      return `[Ended: it printed more than ${MAX_KEPT_SIZE} bytes. Redirect such an output to a file.]`
  }
}
