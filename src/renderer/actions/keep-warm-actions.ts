import type { AgentId } from '../../shared/ids.ts'
import type { KeepWarmScope, KeepWarmState } from '../../shared/keep-warm.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** Orders to keep an agent's beginning in its provider's cache. */
export interface KeepWarmActions {
  load(agentId: AgentId): Promise<Result<KeepWarmState>>
  /** Gives the agent an order; null ends the one that applies to it. */
  set(agentId: AgentId, scope: KeepWarmScope | null): Promise<Result<KeepWarmState>>
}

export function createKeepWarmActions({ client }: { readonly client: EngineClient }): KeepWarmActions {
  return {
    load: (agentId) => callEngine(client.keepWarm.get({ agentId })),
    set: (agentId, scope) => callEngine(client.keepWarm.set({ agentId, scope })),
  }
}
