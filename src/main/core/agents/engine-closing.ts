import type { CallEnd } from '../../../shared/call-end.ts'
import type { InterruptedData } from '../../../shared/response-data.ts'

/** The reason of the signals of turns that end because the engine closes. Any other abort is a stop. */
const CLOSING = Symbol('the engine closes')

/** Ends a turn because the engine closes, so that nothing says that a user stopped it. */
export function abortForClosing(turn: AbortController): void {
  turn.abort(CLOSING)
}

function isClosing(signal: AbortSignal): boolean {
  return signal.reason === CLOSING
}

/** Why an answer ended before its time whose signal was aborted. */
export function abortedBy(signal: AbortSignal): InterruptedData['reason'] {
  return isClosing(signal) ? 'closed' : 'cancelled'
}

/** How a call ended without a result of its own whose signal was aborted. `isAsked`: the user had not answered yet. */
export function abortedCallEnd(signal: AbortSignal, isAsked = false): CallEnd {
  if (!isClosing(signal)) return { type: 'stopped' }
  return { type: isAsked ? 'unanswered' : 'interrupted' }
}
