import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

/** Orders to keep the beginnings of agents in their providers' caches. */
export function createKeepWarmApi({ warmOrders, warmer }: EngineServices): EngineApi['keepWarm'] {
  return {
    get: ({ agentId }) => warmOrders.state(agentId),
    set: async ({ agentId, scope }) => {
      const state = await warmOrders.set(agentId, scope)
      warmer.wake()
      return state
    },
  }
}
