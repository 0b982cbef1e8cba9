import type { ModelList } from '../../shared/model-info.ts'
import { poolName } from '../../shared/model-pool.ts'
import { findModel } from './model-store.ts'

/** The beginning of names that says no more than the provider does. */
const FAMILY = /^Claude (?=\S)/

/** Returns a model's plain name, such as `Sonnet 5.5`; its id if the models are not loaded, or it is not among them. */
export function modelTitle(list: ModelList | null, provider: string, id: string): string {
  if (poolName(id) !== null) return id
  return findModel(list, provider, id)?.name.replace(FAMILY, '') ?? id
}
