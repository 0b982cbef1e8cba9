import type { Output } from './process-output.ts'
import type { Engine } from './core/engine.ts'
import { CLOSE_LIMIT_MS, closeSteps } from './core/close-steps.ts'
import type { Logger } from './core/ports/system-ports.ts'
import { systemClock } from './system-ports.ts'

/** How long the server of a host may take to end its connections, ms. */
const SERVER_LIMIT_MS = 10_000

let isForced = false

/** Whether something did not close, so that the process would not end by itself. */
export const mustEndProcess = (): boolean => isForced

/** Closes an engine, and says what did not close in time. */
export async function closeAtEnd(engine: Pick<Engine, 'close'>, output: Pick<Output, 'error'>): Promise<void> {
  tell(await engine.close(), CLOSE_LIMIT_MS, output)
}

/** Closes the server of a host, and says if it did not close in time. */
export async function closeServerAtEnd(
  server: { close(): Promise<unknown> },
  output: Pick<Output, 'error'>,
  logger: Logger,
): Promise<void> {
  const step = { name: 'connections of the server', close: () => server.close() }
  tell(await closeSteps([step], { clock: systemClock, logger }, SERVER_LIMIT_MS), SERVER_LIMIT_MS, output)
}

function tell(left: readonly string[], limitMs: number, output: Pick<Output, 'error'>): void {
  if (left.length === 0) return
  isForced = true
  const seconds = limitMs / 1_000
  output.error(
    `ikigai ends although these did not close within ${seconds} s: ${left.join(', ')}. What was recorded is kept.\n`,
  )
}
