import type { AgentMarks } from '../../../shared/agent-marks.ts'
import type { ContextLedger } from '../../../shared/context-ledger.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { ImportResult } from '../../../shared/log-row.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import type { SearchPage } from '../../../shared/search-hit.ts'
import type { ModelUsage } from '../../../shared/token-totals.ts'
import type { TranscriptView } from '../../../shared/transcript-view.ts'
import { viewTranscript } from '../conversation/view-transcript.ts'
import type { Engine } from '../engine.ts'
import type { EngineParts } from './engine-parts.ts'

/** Contexts and the log: looked at, searched, taken out and in. */
export function serveLog(parts: EngineParts) {
  return {
    context(agentId: AgentId): Promise<Result<ContextLedger>> {
      return parts.acts.ledger(agentId)
    },

    marks(agentId: AgentId): Promise<Result<AgentMarks>> {
      return parts.acts.marks(agentId)
    },

    systemPrompt(agentId: AgentId): Promise<Result<string>> {
      return parts.acts.systemPrompt(agentId)
    },

    setSystemPrompt(agentId: AgentId, text: string): Promise<Result<null>> {
      return parts.acts.setSystemPrompt(agentId, text)
    },

    rewind(agentId: AgentId, eventId: EventId): Promise<Result<null>> {
      return parts.acts.rewind(agentId, eventId)
    },

    discard(agentId: AgentId, eventId: EventId): Promise<Result<null>> {
      return parts.acts.discard(agentId, eventId)
    },

    async transcript(agentId: AgentId, model: string | undefined): Promise<Result<TranscriptView>> {
      const agent = parts.registry.tree.get(agentId)
      if (agent === undefined) return refuse(`No agent: ${agentId}`)
      const view = {
        ...parts.dependencies,
        contexts: parts.contexts,
        identities: parts.identities,
        toolBox: parts.tools,
      }
      return viewTranscript(agent, model, view)
    },

    search(text: string, options: { limit: number; beforeId?: EventId }): Promise<Result<SearchPage>> {
      return parts.searcher.search(text, options)
    },

    usageByModel(): Promise<Result<readonly ModelUsage[]>> {
      return parts.dependencies.storage.search.usageByModel()
    },

    exportLog(agentId: AgentId | null): AsyncIterable<Result<string>> {
      return parts.exporter.lines(agentId)
    },

    exportMarkdown(agentId: AgentId): AsyncIterable<Result<string>> {
      return parts.exporter.markdown(agentId)
    },

    importLog(lines: AsyncIterable<string> | Iterable<string>): Promise<Result<ImportResult>> {
      return parts.importer.import(lines)
    },
  } satisfies Partial<Engine>
}
