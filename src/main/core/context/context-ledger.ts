import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { ContextLedger } from '../../../shared/context-ledger.ts'
import type { AgentMarks } from '../../../shared/agent-marks.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentIdentity } from '../agents/agent-identity.ts'
import type { ContextReplay } from './replay-context.ts'

/** The context as a list of segments. */
export function contextLedger(
  agentId: AgentId,
  context: ContextReplay,
  about: readonly AgentIdentity[],
): ContextLedger {
  const { system, systemEventId, marks, items, lastAct } = context
  return {
    agentId,
    system: system === null || systemEventId === null ? null : { eventId: systemEventId, content: system },
    about: about.filter(({ text }) => text !== ''),
    marks: [...marks].map(([name, eventId]) => ({ name, eventId })),
    segments: items.map((event) => ({ event, tokens: reportedTokens(event) })),
    lastAct: lastAct?.kind ?? null,
  }
}

/** Only the marks of a context. */
export function contextMarks(context: ContextReplay): AgentMarks {
  const marks = [...context.marks].map(([name, eventId]) => ({ name, eventId, setAt: context.markTime(eventId) }))
  return { marks, lastAct: context.lastAct?.id ?? null }
}

/** Tokens that the model wrote, for answers and summaries. Providers report none for other events: null. */
function reportedTokens(event: AgentEvent): number | null {
  return event.kind === 'assistant' || event.kind === 'summary' ? (event.data.output_tokens ?? null) : null
}
