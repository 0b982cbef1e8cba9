import type { ModelList } from '../../shared/model-info.ts'
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
  return findModel(list, served ?? '', id)?.name.replace(FAMILY, '') ?? id
}
