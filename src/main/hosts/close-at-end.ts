import { setTimeout as delay } from 'node:timers/promises'

import type { ErrorOutput } from '../process-output.ts'
import { errorMessage } from '../../shared/result.ts'

/** How long the server of a host may take to end its connections, ms. */
const SERVER_LIMIT_MS = 10_000

let isForced = false

/** Whether something did not close, so that the process might not end by itself. */
export const mustEndProcess = (): boolean => isForced

/** Closes an engine, and says what failed to close or did not close in time. */
export async function closeAtEnd(engine: { close(): Promise<readonly string[]> }, output: ErrorOutput): Promise<void> {
  const left = await engine.close()
  if (left.length > 0) tell(left.join(', '), output)
}

/** Closes the server of a host, and says if it failed to or did not close in time. */
export async function closeServerAtEnd(
  server: { close(): Promise<unknown> },
  output: ErrorOutput,
  limitMs = SERVER_LIMIT_MS,
): Promise<void> {
  const closed = server.close().then(() => null, errorMessage)
  const problem = await Promise.race([closed, delay(limitMs, 'no end in time', { ref: false })])
  if (problem !== null) tell(`the connections of the server (${problem})`, output)
}

/** Resolves when the signal is aborted, at once if it was before. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function tell(left: string, output: ErrorOutput): void {
  isForced = true
  output.error(`ikigai ends although not everything closed: ${left}. What was recorded is kept.\n`)
}
