import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import { MAX_REASON, type RedactionPreview, type RedactionReport } from '../redaction.ts'
import type { Result } from '../result.ts'
import { agentId, eventId } from './fields.ts'

/** An event, and those that repeat it; without `eventId` all events of the agent. */
const target = z.object({ agentId, eventId: eventId.optional() })

export const redactionContract = {
  /** Returns what a redaction would remove. REFUSED if there is nothing left to redact. */
  preview: oc.input(target).output(type<Result<RedactionPreview>>()),
  /**
   * Replaces content by tombstones. It cannot be undone. Only people may use it: no command, tool or server reaches it.
   * REFUSED while the agent or a descendant answers.
   */
  run: oc
    .input(target.extend({ reason: z.string().trim().max(MAX_REASON).optional() }))
    .output(type<Result<RedactionReport>>()),
}
