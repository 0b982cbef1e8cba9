import type { StoreApi } from 'zustand/vanilla'

import type { WindowSetting } from '../../shared/window-settings.ts'
import { type AskedModelStore, parseAskedModels } from './asked-model-store.ts'
import { parseComparisons } from './comparison.ts'
import type { ComparisonStore } from './comparison-store.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import { parseDismissals, type DismissalStore } from './dismissal-store.ts'
import type { EngineClient, Stop } from './engine-connection.ts'
import { parseFavourites, type FavouriteStore } from './favourite-store.ts'
import { parseInspector, type InspectorStore } from './inspector-store.ts'
import { parseLayout } from './layout.ts'
import type { LayoutStore } from './layout-store.ts'
import { parsePreference, PREFERENCE_NAMES, settingOf, type PreferenceStore } from './preference-store.ts'
import { parseRecentAgents, type RecentAgentStore } from './recent-agent-store.ts'
import { parseRecentCommands, type RecentCommandStore } from './recent-command-store.ts'
import { parseReviews, type ReviewStore } from './review-store.ts'
import { parseUnreadResults, type UnreadResultStore } from './unread-results.ts'
import { parseUsagePage, type UsagePageStore } from './usage-store.ts'

/** A store whose state is saved in the engine's settings. */
export interface PersistedStore {
  /** Reads the saved state. A value that cannot be read is ignored. */
  restore(): Promise<void>
  /** Starts saving changes, each after a short time without another one. */
  persist(): Stop
  /** Saves pending changes at once. */
  flush(): void
}

export interface PersistedStoresDependencies {
  readonly client: EngineClient
  readonly askedModels: AskedModelStore
  readonly comparisons: ComparisonStore
  readonly dismissals: DismissalStore
  readonly favourites: FavouriteStore
  readonly inspector: InspectorStore
  readonly layout: LayoutStore
  readonly preferences: PreferenceStore
  readonly recentAgents: RecentAgentStore
  readonly recentCommands: RecentCommandStore
  readonly reviews: ReviewStore
  readonly unread: UnreadResultStore
  readonly usagePage: UsagePageStore
}

/** All stores that are saved, apart from drafts. */
export function createPersistedStores(
  {
    client,
    askedModels,
    comparisons,
    dismissals,
    favourites,
    inspector,
    layout,
    preferences,
    recentAgents,
    recentCommands,
    reviews,
    unread,
    usagePage,
  }: PersistedStoresDependencies,
  debounce: DelayScheduler,
): readonly PersistedStore[] {
  const options = { client, debounce }
  return [
    persistedPreferences(client, preferences),
    persistedStore({ ...options, key: 'layout', store: layout, parse: parseLayout }),
    persistedStore({ ...options, key: 'askedModels', store: askedModels, parse: parseAskedModels }),
    persistedStore({ ...options, key: 'comparisons', store: comparisons, parse: parseComparisons }),
    persistedStore({ ...options, key: 'dismissals', store: dismissals, parse: parseDismissals }),
    persistedStore({ ...options, key: 'favouriteModels', store: favourites, parse: parseFavourites }),
    persistedStore({ ...options, key: 'inspector', store: inspector, parse: parseInspector }),
    persistedStore({ ...options, key: 'recentAgents', store: recentAgents, parse: parseRecentAgents }),
    persistedStore({ ...options, key: 'recentCommands', store: recentCommands, parse: parseRecentCommands }),
    persistedStore({ ...options, key: 'reviews', store: reviews, parse: parseReviews }),
    persistedStore({ ...options, key: 'unreadResults', store: unread, parse: parseUnreadResults }),
    persistedStore({ ...options, key: 'usagePage', store: usagePage, parse: parseUsagePage }),
  ]
}

interface PersistedStoreOptions<State> {
  readonly client: EngineClient
  readonly debounce: DelayScheduler
  /** The setting that holds the whole state. */
  readonly key: WindowSetting
  readonly store: Pick<StoreApi<State>, 'setState' | 'subscribe'>
  /** Null: the value has another shape. */
  parse(value: unknown): State | null
}

function persistedStore<State>({ client, debounce, key, store, parse }: PersistedStoreOptions<State>): PersistedStore {
  const writes = createDelayedWrites<State>((_, value) => {
    // A failed write is repeated by the next change; the state itself is still on the screen.
    client.settings.set({ key, value }).catch(() => undefined)
  }, debounce)

  return {
    async restore() {
      const state = parse(await client.settings.get({ key }).catch(() => null))
      if (state !== null) store.setState(state, true)
    },
    persist: () => store.subscribe((value) => writes.put(key, value)),
    flush: writes.flush,
  }
}

/** Each preference has a setting of its own; the actions save it when it changes. */
function persistedPreferences(client: EngineClient, preferences: PreferenceStore): PersistedStore {
  return {
    async restore() {
      const values = await Promise.all(
        PREFERENCE_NAMES.map((name) => client.settings.get({ key: settingOf(name) }).catch(() => null)),
      )
      PREFERENCE_NAMES.forEach((name, index) => preferences.setState(parsePreference(name, values[index])))
    },
    persist: () => () => undefined,
    flush: () => undefined,
  }
}
