import type { ContextLedger } from '../../shared/context-ledger.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { TranscriptView } from '../../shared/transcript-view.ts'
import { reachEngine } from './reach-engine.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { InspectorStore, InspectorView } from '../store/inspector-store.ts'

/** What the inspector asks the engine, and what changes it. Looking changes no context. */
export interface InspectorActions {
  /** Opens it, or closes it when it is open. */
  toggle(): void
  show(view: InspectorView): void
  /** `MODEL/LEVEL` whose request is to be shown; null: the agent's own. */
  choose(model: string | null): void
  ledger(agentId: AgentId): Promise<Result<ContextLedger>>
  request(agentId: AgentId, model: string | null): Promise<Result<TranscriptView>>
}

/** What is known of an answer of the engine's: nothing yet, the answer, or why there is none. */
export type Loaded<T> = Result<T> | null

export function createInspectorActions(needs: {
  readonly client: EngineClient
  readonly inspector: InspectorStore
}): InspectorActions {
  const { client, inspector } = needs
  return {
    toggle: () => inspector.setState(({ open }) => ({ open: !open })),
    show: (view) => inspector.setState({ view }),
    choose: (model) => inspector.setState({ model }),
    ledger: (agentId) => reachEngine(client.agents.context({ agentId })),
    request: (agentId, model) =>
      reachEngine(client.agents.transcript({ agentId, ...(model === null ? {} : { model }) })),
  }
}
