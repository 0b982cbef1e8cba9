import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

/** Removing content from the log. */
export function createRedactionApi({ redactions }: EngineServices): EngineApi['redaction'] {
  return {
    preview: ({ agentId, eventId = null }) => redactions.preview({ agentId, eventId }),
    run: ({ agentId, eventId = null, reason = null }) => redactions.run({ agentId, eventId }, reason),
  }
}
