import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'
import type { LimitReturnState } from '../../shared/limit-return.ts'

/** Whether agents go on by themselves after a provider's limit. Missing: not loaded. */
interface LimitReturnStates {
  readonly byAgent: ReadonlyMap<AgentId, LimitReturnState>
}

export type LimitReturnStore = StoreApi<LimitReturnStates>

export function createLimitReturnStore(): LimitReturnStore {
  return createStore(() => ({ byAgent: new Map() }))
}

/** Sets the state of one agent, for all places that show it. */
export function withLimitReturn(
  { byAgent }: LimitReturnStates,
  agentId: AgentId,
  state: LimitReturnState,
): LimitReturnStates {
  return { byAgent: new Map(byAgent).set(agentId, state) }
}
