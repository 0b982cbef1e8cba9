import type { AgentMarks } from '../../../shared/agent-marks.ts'
import { refused } from '../../../shared/app-error.ts'
import type { Outcome } from '../../../shared/contract.ts'
import type { ContextLedger } from '../../../shared/context-ledger.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { ImportResult } from '../../../shared/log-row.ts'
import type { SearchPage } from '../../../shared/search-hit.ts'
import type { ModelUsage } from '../../../shared/token-totals.ts'
import type { TranscriptView } from '../../../shared/transcript-view.ts'
import { viewTranscript } from '../conversation/view-transcript.ts'
import type { Engine } from '../engine.ts'
import type { EngineParts } from './engine-parts.ts'

/** Contexts and the log: looked at, searched, taken out and in. */
export function serveLog(parts: EngineParts) {
  return {
    context(agentId: AgentId): Promise<Outcome<ContextLedger>> {
      return parts.acts.ledger(agentId)
    },

    marks(agentId: AgentId): Promise<Outcome<AgentMarks>> {
      return parts.acts.marks(agentId)
    },

    systemPrompt(agentId: AgentId): Promise<Outcome<string>> {
      return parts.acts.systemPrompt(agentId)
    },

    setSystemPrompt(agentId: AgentId, text: string): Promise<Outcome<null>> {
      return parts.acts.setSystemPrompt(agentId, text)
    },

    rewind(agentId: AgentId, eventId: EventId): Promise<Outcome<null>> {
      return parts.acts.rewind(agentId, eventId)
    },

    discard(agentId: AgentId, eventId: EventId): Promise<Outcome<null>> {
      return parts.acts.discard(agentId, eventId)
    },

    async transcript(agentId: AgentId, model: string | undefined): Promise<Outcome<TranscriptView>> {
      const agent = parts.registry.tree.get(agentId)
      if (agent === undefined) return { ok: false, error: refused(`No agent: ${agentId}`) }
      const view = {
        ...parts.dependencies,
        contexts: parts.contexts,
        identities: parts.identities,
        toolBox: parts.tools,
      }
      return viewTranscript(agent, model, view)
    },

    search(text: string, options: { limit: number; beforeId?: EventId }): Promise<Outcome<SearchPage>> {
      return parts.searcher.search(text, options)
    },

    usageByModel(): Promise<Outcome<readonly ModelUsage[]>> {
      return parts.dependencies.storage.search.usageByModel()
    },

    exportLog(agentId: AgentId | null): AsyncIterable<Outcome<string>> {
      return parts.exporter.lines(agentId)
    },

    exportMarkdown(agentId: AgentId): AsyncIterable<Outcome<string>> {
      return parts.exporter.markdown(agentId)
    },

    importLog(lines: AsyncIterable<string> | Iterable<string>): Promise<Outcome<ImportResult>> {
      return parts.importer.import(lines)
    },
  } satisfies Partial<Engine>
}
