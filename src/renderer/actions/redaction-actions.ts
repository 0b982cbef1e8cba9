import type { AgentId, EventId } from '../../shared/ids.ts'
import type { RedactionPreview, RedactionReport } from '../../shared/redaction.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** Removes content from the log for good. A null `eventId`: all messages of the agent. */
export interface RedactionActions {
  preview(agentId: AgentId, eventId: EventId | null): Promise<Result<RedactionPreview>>
  /** An empty reason: none is given. */
  run(agentId: AgentId, eventId: EventId | null, reason: string): Promise<Result<RedactionReport>>
}

export function createRedactionActions({ client }: { readonly client: EngineClient }): RedactionActions {
  const target = (agentId: AgentId, eventId: EventId | null) => ({ agentId, ...(eventId !== null && { eventId }) })
  return {
    preview: (agentId, eventId) => callEngine(client.redaction.preview(target(agentId, eventId))),
    run: (agentId, eventId, reason) => callEngine(client.redaction.run({ ...target(agentId, eventId), reason })),
  }
}
