import { modelSpecText } from '../../shared/model-spec-text.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { useModels } from '../hooks/use-stores.ts'

/**
 * Returns the estimated price of the agent's next prompt for each model that can be selected, by its spec at that
 * level. Empty without an agent, and until the prices are known.
 */
export function useModelPrices(agentId: AgentId | null, level: ThinkingLevel): ReadonlyMap<string, ModelRequestPrice> {
  const list = useModels((state) => state.list)
  const ready = list?.providers.filter((group) => group.ready).flatMap((group) => group.models) ?? []
  const models = ready.map(({ provider, id }) => modelSpecText(provider, id, level))
  const estimates = useEstimate(agentId === null || models.length === 0 ? null : { agentId, models })
  return new Map((estimates ?? []).map((estimate) => [estimate.model, estimate]))
}
