import type { StartFailure } from '../start-process.ts'
import { COMMAND_LIMITS, MAX_PROCESSES } from './bash-program.ts'
import { MAX_KEPT_SIZE } from './output-collector.ts'
import type { ProcessEnd } from './run-process.ts'

export const DEFAULT_TIMEOUT_S = 120
export const MAX_TIMEOUT_S = 3_600

/** Returns how a command ended, for the model. */
export function endNote(end: ProcessEnd, timeoutMs: number): string {
  if (end.type === 'exited') return `[exit code ${end.code}]`
  if (end.type === 'killed') return `[ended by ${end.signal}]`
  if (end.type === 'failed') return `[${startText(end)}]`
  if (end.type === 'unread') return `[Ended: its output could not be kept: ${end.message}]`
  switch (end.reason) {
    case 'aborted':
      return '[Cancelled: the command and everything it started was ended.]'
    case 'timeout':
      return `[Timed out after ${timeoutMs / 1_000} s: the command and everything it started was ended. A longer timeout_seconds, up to ${MAX_TIMEOUT_S}, is possible.]`
    case 'too_many_processes':
      return `[Ended: it ran more than ${MAX_PROCESSES} processes at once. Start fewer at a time.]`
    case 'too_much_memory':
      return `[Ended: it used more than ${inGigabytes(COMMAND_LIMITS.memory)} GB of memory.]`
    case 'too_much_written':
      return `[Ended: the free space of the disk shrank by more than ${inGigabytes(COMMAND_LIMITS.written)} GB while it ran.]`
    case 'emergency':
      return '[Ended: it could have read or changed what is protected.]'
    default:
      return `[Ended: it printed more than ${MAX_KEPT_SIZE} bytes. Redirect such an output to a file.]`
  }
}

const inGigabytes = (bytes: number): number => Math.floor(bytes / 1024 ** 3)

/** What to do is said to the model, which can only change its command. */
function startText({ reason, message }: StartFailure): string {
  if (reason === 'too_long') return `The command is ${message}. Write a file with file_write and run it.`
  if (reason === 'nul')
    return `The command was not started: ${message}. Write the byte as an escape, as in printf '\\0'.`
  return `The command could not be started: ${message}`
}
