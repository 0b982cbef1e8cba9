import type { AppError } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { stackOf } from '../../../shared/result.ts'
import { PortTimeout } from '../ports/port-timeout.ts'
import type { Logger } from '../ports/system-ports.ts'

/** The error shown to the user when a bug ended a turn. */
export const INTERNAL_ERROR: AppError = {
  category: 'UNKNOWN',
  message:
    'The turn stopped because of an internal error; the log has details. Your messages are saved. Send the prompt again.',
  retryable: false,
}

interface Caught<T> {
  readonly agentId: AgentId
  /** The outcome in place of the one that did not come. */
  readonly fallback: (error: AppError) => T
  readonly logger: Logger
}

/**
 * Runs `work`; if it throws, logs the exception and resolves with `fallback`. Never rejects, so that a bug cannot leave
 * the agent locked, affect other agents or end the process.
 */
export async function catchBug<T>(work: () => Promise<T>, { agentId, fallback, logger }: Caught<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    logger.error('A turn stopped because of an internal error', { agent: agentId, error: stackOf(error) })
    return fallback(error instanceof PortTimeout ? error.error : INTERNAL_ERROR)
  }
}
