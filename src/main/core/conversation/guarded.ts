import type { AppError } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err } from '../../../shared/result.ts'
import type { Logger } from '../ports/system-ports.ts'

/** The error shown to the user when a bug ended a turn. */
export const FAULT: AppError = {
  category: 'UNKNOWN',
  message: 'The turn ended by a fault in ikigai itself; its log has the details. Your messages are kept: send again.',
  retryable: false,
}
/** The same as a failed result. */
export const FAULTED = err(FAULT)

/**
 * Runs `work`; if it throws, logs the exception and resolves with `instead`. Never rejects, so that a bug cannot leave
 * the agent locked, affect other agents or end the process.
 */
export async function guarded<T>(
  work: () => Promise<T>,
  { agentId, instead, logger }: { readonly agentId: AgentId; readonly instead: T; readonly logger: Logger },
): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const words = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
    logger.error('A turn ended by a fault in ikigai', { agent: agentId, fault: words })
    return instead
  }
}
