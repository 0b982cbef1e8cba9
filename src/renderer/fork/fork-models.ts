import type { ModelInfo } from '../../shared/model-info.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { modelKey } from '../models/model-groups.ts'

/** A selected child: the argument of `/model`, and the level of a model that is not a pool. */
interface Ticked {
  readonly spec: string
  readonly level: ThinkingLevel | null
}

/** The selected models and pools in order of selection. Keys are provider and id of models, and specs of pools. */
export type TickedModels = ReadonlyMap<string, Ticked>

export const NO_MODELS: TickedModels = new Map()

/** Selects a model with a level, changes the level of a selected one, or deselects it (`level` null). */
export function toggleModel(ticked: TickedModels, model: ModelInfo, level: ThinkingLevel | null): TickedModels {
  const spec = level === null ? null : modelSpecText(model.provider, model.id, level)
  return changed(ticked, modelKey(model), spec === null ? null : { spec, level })
}

/** Selects or deselects a pool (`@NAME`). */
export function togglePool(ticked: TickedModels, spec: string): TickedModels {
  return changed(ticked, spec, ticked.has(spec) ? null : { spec, level: null })
}

/** Returns `MODEL/LEVEL` or `@POOL` for every selected item. */
export function specsOf(ticked: TickedModels): readonly string[] {
  return [...ticked.values()].map(({ spec }) => spec)
}

function changed(ticked: TickedModels, key: string, value: Ticked | null): TickedModels {
  const next = new Map(ticked)
  if (value === null) next.delete(key)
  else next.set(key, value)
  return next
}
