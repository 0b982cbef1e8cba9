import type { ContextLedger } from '../../shared/context-ledger.ts'
import type { InstructionState } from '../../shared/contract/instructions.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { TranscriptView } from '../../shared/transcript-view.ts'
import { callEngine } from './call-engine.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { InspectorStore, InspectorView } from '../store/inspector-store.ts'
import { defined } from '../../shared/defined.ts'

/** Operations of the inspector. None of them changes a context. */
export interface InspectorActions {
  /** Opens or closes the inspector. */
  toggle(): void
  show(view: InspectorView): void
  /** Sets the `MODEL/LEVEL` whose request is shown; null: the agent's own model. */
  choose(model: string | null): void
  ledger(agentId: AgentId): Promise<Result<ContextLedger>>
  request(agentId: AgentId, model: string | null): Promise<Result<TranscriptView>>
  /** Returns whether the agent uses instruction files, and whether its project is trusted. */
  instructions(agentId: AgentId): Promise<Result<InstructionState>>
  /** Takes effect before the next prompt. Returns why nothing was changed, or null. */
  switchInstructions(agentId: AgentId, isOn: boolean): Promise<string | null>
}

/** The state of a request to the engine: pending (null), its result, or its failure. */
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
    ledger: (agentId) => callEngine(client.agents.context({ agentId })),
    instructions: (agentId) => callEngine(client.instructions.get({ agentId })),
    async switchInstructions(agentId, isOn) {
      const outcome = await callEngine(client.instructions.set({ agentId, isOn }))
      return outcome.ok ? null : outcome.error.message
    },
    request: (agentId, model) =>
      callEngine(client.agents.transcript({ agentId, ...defined({ model: model ?? undefined }) })),
  }
}
