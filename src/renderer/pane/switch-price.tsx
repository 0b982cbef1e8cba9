import type { AgentSummary, ModelChoice } from '../../shared/agent-summary.ts'
import { type ModelInfo, type ModelList, plainName } from '../../shared/model-info.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { useFavourites, useModels, useTree } from '../hooks/use-stores.ts'
import { modelKey, recentModels } from '../models/model-groups.ts'
import { estimateText } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'

const words = texts.contextGauge

/** Returns the model that the user would most likely switch the agent to; null: none. */
export function useLikelySwitch({ choice }: AgentSummary): ModelInfo | null {
  const list = useModels((state) => state.list)
  const favourites = useFavourites(({ models }) => models)
  const agents = useTree((state) => state.agents)
  if (choice === null) return null
  const current = modelKey({ provider: choice.provider, id: choice.model })
  return likelySwitch(list, current, [...favourites, ...recentModels(agents.values())])
}

interface SwitchPriceProps {
  readonly agent: AgentSummary
  readonly choice: ModelChoice
  readonly model: ModelInfo
}

/** `to GPT-6.1 ≈ $0.05 (not cached there)`: what the next prompt would cost with another model. */
export function SwitchPrice({ agent, choice, model }: SwitchPriceProps) {
  const spec = modelSpecText(model.provider, model.id, choice.thinkingLevel)
  const [estimate] = useEstimate({ agentId: agent.id, models: [spec] }) ?? []
  const name = plainName(model)
  if (estimate === undefined) return words.switchTo({ model: name })
  const priced = { model: name, price: estimateText([estimate]) }
  return estimate.cache === 'cold' ? words.switchCold(priced) : words.switchFor(priced)
}

/**
 * Returns the model that the user would most likely switch to from the current one: the first of `keys` (`modelKey`)
 * that is another model and can be selected; null: none.
 */
function likelySwitch(list: ModelList | null, current: string, keys: readonly string[]): ModelInfo | null {
  const ready = (list?.providers ?? []).flatMap((group) => (group.ready ? group.models : []))
  const models = new Map(ready.map((model) => [modelKey(model), model]))
  const key = keys.find((each) => each !== current && models.has(each))
  return key === undefined ? null : (models.get(key) ?? null)
}
