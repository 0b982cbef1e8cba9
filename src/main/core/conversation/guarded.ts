import type { AppError } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err } from '../../../shared/result.ts'
import type { Logger } from '../ports.ts'

/** What a person reads when a turn ended by a bug. */
export const FAULT: AppError = {
  category: 'UNKNOWN',
  message: 'The turn ended by a fault in ikigai itself; its log has the details. Your messages are kept: send again.',
  retryable: false,
}
/** The same as a refusal. */
export const FAULTED = err(FAULT)

/**
 * A bug must neither leave the agent locked, nor take other agents or the process along: what `work` throws is logged,
 * and `instead` is its answer. Never rejects.
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
