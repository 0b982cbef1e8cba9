import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'

/** The estimated price of each open agent's next request. Missing: not loaded, or the agent has no model. */
export interface PriceState {
  readonly byAgent: ReadonlyMap<AgentId, ModelRequestPrice>
}

export type PriceStore = StoreApi<PriceState>

export function createPriceStore(): PriceStore {
  return createStore(() => ({ byAgent: new Map() }))
}

/** Sets the price of an agent's next request; null removes it. */
export function withPrice({ byAgent }: PriceState, agentId: AgentId, price: ModelRequestPrice | null): PriceState {
  const changed = new Map(byAgent)
  if (price === null) changed.delete(agentId)
  else changed.set(agentId, price)
  return { byAgent: changed }
}
