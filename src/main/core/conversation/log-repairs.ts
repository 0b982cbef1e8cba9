import type { AgentId } from '../../../shared/ids.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import type { TranscriptReport } from '../../../shared/transcript-view.ts'
import type { Logger } from '../ports/system-ports.ts'

/**
 * Logs the transcript rules that were broken and repaired before the request was sent, with canonical ids. Each is a
 * bug in ikigai (docs/behaviour/transcript.md#repair).
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
