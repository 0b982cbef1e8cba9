import { errorMessage, stackOf } from '../../shared/result.ts'
import type { Clock, Logger } from './ports/system-ports.ts'

/** A part of an engine's end. */
export interface CloseStep {
  /** For the user: what is closed. */
  readonly name: string
  readonly close: () => Promise<unknown> | void
}

/** Most time for the end of an engine without its storage, ms. A turn has as long to end after a cancel. */
export const CLOSE_LIMIT_MS = 60_000

/**
 * Closes one part after another. A part that throws or does not end keeps no later one from being closed: when
 * `limitMs` is over, the others are closed without being waited for. Returns the names of the parts that have failed or
 * not ended. Never rejects.
 */
export async function closeSteps(
  steps: readonly CloseStep[],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
  limitMs: number,
): Promise<readonly string[]> {
  const ended = new AbortController()
  const isOver = clock.sleep(limitMs, ended.signal).then(() => 'over' as const)
  const left: string[] = []
  for (const { name, close } of steps) {
    const closed = attempt(close).catch((error: unknown) => {
      logger.error(`The ${name} did not close: ${errorMessage(error)}`, { error: stackOf(error) })
      return 'failed' as const
    })
    const outcome = await Promise.race([closed, isOver])
    if (outcome !== 'closed') left.push(name)
  }
  ended.abort()
  return left
}

async function attempt(close: CloseStep['close']): Promise<'closed'> {
  await close()
  return 'closed'
}
