import type { AgentId } from '../../../shared/ids.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import type { TranscriptReport } from '../../../shared/transcript-view.ts'
import type { Logger } from '../ports.ts'

/**
 * A broken rule is a bug of ours: it was mended before anything is sent, and the log has the canonical ids
 * (docs/behaviour/transcript.md#repair).
 */
export function logRepairs(
  { violations }: TranscriptReport,
  { agentId, provider }: { readonly agentId: AgentId; readonly provider: ProviderName },
  logger: Logger,
): void {
  for (const { rule, detail, eventId, callIds } of violations) {
    const where = { agent: agentId, provider, event: eventId, calls: callIds }
    logger.warn('A transcript broke a rule and was repaired', { rule, detail, ...where })
  }
}
