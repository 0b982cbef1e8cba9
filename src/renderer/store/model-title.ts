import { plainName, type ModelList } from '../../shared/model-info.ts'
import { poolName } from '../../shared/model-pool.ts'
import { inferProvider } from '../../shared/model-spec.ts'
import { findModel } from './model-store.ts'

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
