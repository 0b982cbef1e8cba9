import { parseComparisons } from './store/comparison.ts'
import type { ComparisonStore } from './store/comparison-store.ts'
import { parseInspector, type InspectorStore } from './store/inspector-store.ts'
import type { DelayScheduler } from './store/delayed-writes.ts'
import type { EngineClient } from './store/engine-connection.ts'
import { parseFavourites, type FavouriteStore } from './store/favourite-store.ts'
import { keptStore, type KeptStore } from './store/kept-store.ts'

export interface KeptStoresNeeds {
  readonly client: EngineClient
  readonly comparisons: ComparisonStore
  readonly favourites: FavouriteStore
  readonly inspector: InspectorStore
}

/** The stores that are kept whole, each under its own key. */
export function createKeptStores(needs: KeptStoresNeeds, delay: DelayScheduler): readonly KeptStore[] {
  const { client, comparisons, favourites, inspector } = needs
  return [
    keptStore({ client, delay, key: 'comparisons', store: comparisons.store, parse: parseComparisons }),
    keptStore({ client, delay, key: 'favouriteModels', store: favourites, parse: parseFavourites }),
    keptStore({ client, delay, key: 'inspector', store: inspector, parse: parseInspector }),
  ]
}
