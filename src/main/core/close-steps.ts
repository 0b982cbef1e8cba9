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

/** How long parts that are closed after the limit may take to say so, ms. */
const GRACE_MS = 100

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
  let isOver = false
  const over = clock.sleep(limitMs, ended.signal).then(() => (isOver = true))
  const left = new Set(steps)
  for (const step of steps) await Promise.race([closeStep(step, left, logger), over])
  if (isOver) await clock.sleep(GRACE_MS, ended.signal)
  ended.abort()
  return [...new Set([...left].map(({ name }) => name))]
}

async function closeStep(step: CloseStep, left: Set<CloseStep>, logger: Logger): Promise<void> {
  try {
    await step.close()
    left.delete(step)
  } catch (error) {
    logger.error(`The ${step.name} did not close: ${errorMessage(error)}`, { error: stackOf(error) })
  }
}
