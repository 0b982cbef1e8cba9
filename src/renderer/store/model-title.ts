import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { poolName } from '../../shared/model-pool.ts'
import { inferProvider } from '../../shared/model-spec.ts'
import { findModel } from './model-store.ts'

/** The beginning of names that says no more than the provider does. */
const FAMILY = /^Claude (?=\S)/

/**
 * Returns a model's plain name, such as `Sonnet 5.5`; its id if the models are not loaded, or it is not among them.
 * `provider`: empty if it is not known.
 */
export function modelTitle(list: ModelList | null, provider: string, id: string): string {
  if (poolName(id) !== null) return id
  const served = provider === '' ? inferProvider(id) : provider
  const model = findModel(list, served ?? '', id)
  return model === null ? id : plainName(model)
}

/** Returns the name of a model without what its provider says already: `Sonnet 5.5` of Claude Sonnet 5.5. */
export function plainName({ name }: Pick<ModelInfo, 'name'>): string {
  return name.replace(FAMILY, '')
}
