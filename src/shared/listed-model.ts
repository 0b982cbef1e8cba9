import type { ModelInfo, ModelList } from './model-info.ts'
import { normaliseModelName } from './model-table.ts'

/**
 * Returns the list's entry for the model that a response names, which may include a release date; null if there is
 * none. `provider` null: any provider.
 */
export function listedModel(list: ModelList | null, provider: string | null, model: string): ModelInfo | null {
  const groups = (list?.providers ?? []).filter((group) => provider === null || group.provider === provider)
  const models = groups.flatMap((group) => group.models)
  const wanted = normaliseModelName(model)
  return models.find(({ id }) => id === model) ?? models.find(({ id }) => normaliseModelName(id) === wanted) ?? null
}
