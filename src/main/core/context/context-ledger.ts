import type { AgentEvent } from '../../../shared/agent-event.ts'
import { sentFileTokens } from '../../../shared/file-tokens.ts'
import { filesOf } from '../../../shared/event-files.ts'
import type { ContextLedger, ContextSegment } from '../../../shared/context-ledger.ts'
import type { FileTarget } from '../../../shared/model-content.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentIdentity } from '../agents/agent-identity.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'

/** The context as a list of segments. */
export function contextLedger(
  agentId: AgentId,
  context: ContextReplay,
  about: readonly AgentIdentity[],
  target: FileTarget | null,
): ContextLedger {
  const { system, systemEventId, marks, items, lastEdit } = context
  return {
    agentId,
    system: system === null || systemEventId === null ? null : { eventId: systemEventId, content: system },
    about: about.filter(({ text }) => text !== ''),
    marks: [...marks].map(([name, eventId]) => ({ name, eventId })),
    segments: items.map((event) => ({ event, tokens: reportedTokens(event), ...ledgerFiles(event, target) })),
    lastEdit: lastEdit?.kind ?? null,
  }
}

const USUAL: FileTarget = { provider: 'anthropic', model: 'claude-' }

/** The files of an event; without a model, as most models are sent them. */
function ledgerFiles(event: AgentEvent, target: FileTarget | null): Pick<ContextSegment, 'files'> {
  const files = filesOf(event).map((file) => {
    return { sha256: file.sha256, name: file.name, tokens: sentFileTokens(file, target ?? USUAL) }
  })
  return files.length === 0 ? {} : { files }
}

/** Tokens that the model wrote, for answers and summaries. Providers report none for other events: null. */
function reportedTokens(event: AgentEvent): number | null {
  return event.kind === 'assistant' || event.kind === 'summary' ? (event.data.output_tokens ?? null) : null
}
