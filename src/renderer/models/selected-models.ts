import type { ModelInfo } from '../../shared/model-info.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { modelKey } from './model-groups.ts'

/** A selected child: the argument of `/model`, and the level of a model that is not a pool. */
interface SelectedModel {
  readonly spec: string
  readonly level: ThinkingLevel | null
}

/** The selected models and pools in order of selection. Keys are provider and id of models, and specs of pools. */
export type SelectedModels = ReadonlyMap<string, SelectedModel>

export const NO_MODELS: SelectedModels = new Map()

/** Selects a model with a level, changes the level of a selected one, or deselects it (`level` null). */
export function toggleModel(selected: SelectedModels, model: ModelInfo, level: ThinkingLevel | null): SelectedModels {
  const spec = level === null ? null : modelSpecText(model.provider, model.id, level)
  return changed(selected, modelKey(model), spec === null ? null : { spec, level })
}

/** Selects or deselects a pool (`@NAME`). */
export function togglePool(selected: SelectedModels, spec: string): SelectedModels {
  return changed(selected, spec, selected.has(spec) ? null : { spec, level: null })
}

/** Returns `MODEL/LEVEL` or `@POOL` for every selected item. */
export function specsOf(selected: SelectedModels): readonly string[] {
  return [...selected.values()].map(({ spec }) => spec)
}

function changed(selected: SelectedModels, key: string, value: SelectedModel | null): SelectedModels {
  const next = new Map(selected)
  if (value === null) next.delete(key)
  else next.set(key, value)
  return next
}
