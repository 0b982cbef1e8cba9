import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ModelName } from '../../shared/agent-summary.ts'
import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { poolName } from '../../shared/model-pool.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { modelText } from '../../shared/model-spec-text.ts'

/** The models to choose from; null until loaded. */
interface ModelState {
  readonly list: ModelList | null
}

export type ModelStore = StoreApi<ModelState>

export function createModelStore(): ModelStore {
  return createStore(() => ({ list: null }))
}

/** Whether a provider or endpoint of the list has models, and a key if it needs one. Outside agents do not count. */
export function canAnswer({ provider, ready, models }: ModelList['providers'][number]): boolean {
  return ready && models.length > 0 && provider !== OUTSIDE
}

/** Returns the providers and endpoints of the models that need a key and have none. Pools choose for themselves. */
export function lackingKey(list: ModelList, models: readonly ModelName[]): ModelList['providers'] {
  const wanted = models.filter(({ model }) => poolName(model) === null)
  return list.providers.filter(
    ({ provider, endpoint, ready }) =>
      !ready &&
      wanted.some(
        (one) => one.provider === provider && (endpoint === undefined || one.model.startsWith(`${endpoint}/`)),
      ),
  )
}

/** Returns the catalogue entry of a model by provider and id. */
export function findModel(list: ModelList | null, provider: string, id: string): ModelInfo | null {
  const groups = list?.providers.filter((each) => each.provider === provider) ?? []
  return groups.flatMap(({ models }) => models).find((model) => model.id === id) ?? null
}

/** Returns the catalogue entry of a model as typed after `/model` (`MODEL/LEVEL`). */
export function modelOfSpec(list: ModelList | null, spec: string): ModelInfo | null {
  const name = spec.slice(0, spec.lastIndexOf('/'))
  const models = list?.providers.flatMap((group) => group.models) ?? []
  return models.find(({ provider, id }) => modelText(provider, id) === name) ?? null
}
