import type { ModelInfo } from '../../shared/model-info.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { modelKey } from '../models/model-groups.ts'

/** A child to be: what stands behind `/model`, and the level of a model that is no pool. */
interface Ticked {
  readonly spec: string
  readonly level: ThinkingLevel | null
}

/** What to fork into, in the order in which it was ticked. Keys are provider and id of models, and specs of pools. */
export type TickedModels = ReadonlyMap<string, Ticked>

export const NO_MODELS: TickedModels = new Map()

/** Ticks a model with a level, gives a ticked one another level, or takes the tick away (`level` null). */
export function toggleModel(ticked: TickedModels, model: ModelInfo, level: ThinkingLevel | null): TickedModels {
  const spec = level === null ? null : modelSpecText(model.provider, model.id, level)
  return changed(ticked, modelKey(model), spec === null ? null : { spec, level })
}

/** Ticks a pool (`@NAME`), or takes the tick away. */
export function togglePool(ticked: TickedModels, spec: string): TickedModels {
  return changed(ticked, spec, ticked.has(spec) ? null : { spec, level: null })
}

/** `MODEL/LEVEL` or `@POOL` for everything ticked. */
export function specsOf(ticked: TickedModels): readonly string[] {
  return [...ticked.values()].map(({ spec }) => spec)
}

function changed(ticked: TickedModels, key: string, value: Ticked | null): TickedModels {
  const next = new Map(ticked)
  if (value === null) next.delete(key)
  else next.set(key, value)
  return next
}
