import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { ContextLedger } from '../../../shared/context-ledger.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentIdentity } from '../agents/agent-identity.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'

/** The context as a list of segments. */
export function contextLedger(
  agentId: AgentId,
  context: ContextReplay,
  about: readonly AgentIdentity[],
): ContextLedger {
  const { system, systemEventId, marks, items, lastEdit } = context
  return {
    agentId,
    system: system === null || systemEventId === null ? null : { eventId: systemEventId, content: system },
    about: about.filter(({ text }) => text !== ''),
    marks: [...marks].map(([name, eventId]) => ({ name, eventId })),
    segments: items.map((event) => ({ event, tokens: reportedTokens(event) })),
    lastEdit: lastEdit?.kind ?? null,
  }
}

/** Tokens that the model wrote, for answers and summaries. Providers report none for other events: null. */
function reportedTokens(event: AgentEvent): number | null {
  return event.kind === 'assistant' || event.kind === 'summary' ? (event.data.output_tokens ?? null) : null
}
