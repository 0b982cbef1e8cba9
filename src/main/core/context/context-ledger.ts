import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { ContextLedger } from '../../../shared/context-ledger.ts'
import type { AgentMarks } from '../../../shared/agent-marks.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentIdentity } from '../agents/agent-identity.ts'
import type { ContextReplay } from './replay-context.ts'

/** The context, segment by segment. */
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

/** The marks alone, of a context however long. */
export function contextMarks(context: ContextReplay): AgentMarks {
  const marks = [...context.marks].map(([name, eventId]) => ({ name, eventId, setAt: context.markTime(eventId) }))
  return { marks, lastAct: context.lastAct?.id ?? null }
}

/** An answer and a summary take as many tokens as the model wrote; nobody reports the others one by one. */
function reportedTokens(event: AgentEvent): number | null {
  return event.kind === 'assistant' || event.kind === 'summary' ? (event.data.output_tokens ?? null) : null
}
