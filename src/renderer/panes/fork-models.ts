import type { ModelInfo } from '../../shared/model-info.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { modelKey } from './model-groups.ts'

/** The models to fork into, in the order in which they were ticked, each with its level. Keys are provider and id. */
export type TickedModels = ReadonlyMap<string, { readonly model: ModelInfo; readonly level: ThinkingLevel }>

export const NO_MODELS: TickedModels = new Map()

/** Ticks a model with a level, gives a ticked one another level, or takes the tick away (`level` null). */
export function toggleModel(ticked: TickedModels, model: ModelInfo, level: ThinkingLevel | null): TickedModels {
  const next = new Map(ticked)
  if (level === null) next.delete(modelKey(model))
  else next.set(modelKey(model), { model, level })
  return next
}

/** `MODEL/LEVEL` for each ticked model. */
export function specsOf(ticked: TickedModels): readonly string[] {
  return [...ticked.values()].map(({ model, level }) => modelSpecText(model.provider, model.id, level))
}
