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
import { parseTour, type TourStore } from './tour-store.ts'
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

/** Other windows on the same engine, which keep what one of them stores in step. */
export interface WindowPeers {
  tell(key: string, value: unknown): void
  listen(hear: (key: string, value: unknown) => void): void
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
  readonly tour: TourStore
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
    tour,
    unread,
    usagePage,
  }: PersistedStoresDependencies,
  debounce: DelayScheduler,
  { peers, isPopOut }: { readonly peers: WindowPeers | null; readonly isPopOut: boolean },
): readonly PersistedStore[] {
  // What a window looks like is its own.
  const own = { client, debounce, peers: null }
  const options = { client, debounce, peers }
  // A window of its own shows its agents, whatever the others show.
  const shared = isPopOut ? [] : [persistedStore({ ...own, key: 'layout', store: layout, parse: parseLayout })]
  return [
    ...shared,
    persistedPreferences({ client, preferences, peers }),
    persistedStore({ ...options, key: 'askedModels', store: askedModels, parse: parseAskedModels }),
    persistedComparisons(options, comparisons, isPopOut),
    persistedStore({ ...options, key: 'dismissals', store: dismissals, parse: parseDismissals }),
    persistedStore({ ...options, key: 'favouriteModels', store: favourites, parse: parseFavourites }),
    persistedStore({ ...own, key: 'inspector', store: inspector, parse: parseInspector }),
    persistedStore({ ...own, key: 'recentAgents', store: recentAgents, parse: parseRecentAgents }),
    persistedStore({ ...options, key: 'recentCommands', store: recentCommands, parse: parseRecentCommands }),
    persistedStore({ ...options, key: 'reviews', store: reviews, parse: parseReviews }),
    persistedStore({ ...options, key: 'tour', store: tour, parse: parseTour }),
    persistedStore({ ...options, key: 'unreadResults', store: unread, parse: parseUnreadResults }),
    persistedStore({ ...own, key: 'usagePage', store: usagePage, parse: parseUsagePage }),
  ]
}

interface StorePlace {
  readonly client: EngineClient
  readonly debounce: DelayScheduler
  /** Null: this state is that of one window. */
  readonly peers: WindowPeers | null
}

interface PersistedStoreOptions<State> extends StorePlace {
  /** The setting that holds the whole state. */
  readonly key: WindowSetting
  readonly store: Pick<StoreApi<State>, 'getState' | 'setState' | 'subscribe'>
  /** Null: the value has another shape. */
  parse(value: unknown): State | null
  /** What is stored and told of a state. Missing: all of it. */
  toStored?(state: State): State
  /** What another window's state makes of this window's. Missing: it takes its place. */
  joined?(own: State, others: State): State
}

function persistedStore<State>(options: PersistedStoreOptions<State>): PersistedStore {
  const { client, debounce, peers, key, store, parse } = options
  const { toStored = (state) => state, joined = (_, others) => others } = options
  const writes = createDelayedWrites<State>((_, value) => {
    // A failed write is repeated by the next change; the state itself is still on the screen.
    client.settings.set({ key, value }).catch(() => undefined)
  }, debounce)

  return {
    async restore() {
      const state = parse(await client.settings.get({ key }).catch(() => null))
      if (state !== null) store.setState(state, true)
    },
    persist() {
      const hearing = hearPeers(peers, key, (value) => {
        const others = parse(value)
        if (others !== null) store.setState(joined(store.getState(), others), true)
      })
      return store.subscribe((state) => {
        // The window that it is from stores it.
        if (hearing.isHeard()) return
        const value = toStored(state)
        writes.put(key, value)
        peers?.tell(key, value)
      })
    },
    flush: writes.flush,
  }
}

/** Applies what other windows tell about a key. `isHeard`: that is being done. */
function hearPeers(peers: WindowPeers | null, key: string, apply: (value: unknown) => void): { isHeard(): boolean } {
  let isHeard = false
  peers?.listen((heard, value) => {
    if (heard !== key) return
    isHeard = true
    apply(value)
    isHeard = false
  })
  return { isHeard: () => isHeard }
}

/** Which comparison is shown is a matter of each window; a window of its own leaves what is stored of that as it is. */
function persistedComparisons(place: StorePlace, store: ComparisonStore, isPopOut: boolean): PersistedStore {
  let active: string | null = null
  const persisted = persistedStore({
    ...place,
    key: 'comparisons',
    store,
    parse: parseComparisons,
    toStored: (state) => (isPopOut ? { ...state, active } : state),
    joined: (own, { list }) => ({ list, active: list.some(({ id }) => id === own.active) ? own.active : null }),
  })
  return {
    ...persisted,
    async restore() {
      await persisted.restore()
      active = store.getState().active
    },
  }
}

interface PreferencePlace {
  readonly client: EngineClient
  readonly preferences: PreferenceStore
  readonly peers: WindowPeers | null
}

/** Each preference has a setting of its own; the actions save it when it changes. */
function persistedPreferences({ client, preferences, peers }: PreferencePlace): PersistedStore {
  const key = 'preferences'
  const apply = (values: object): void =>
    PREFERENCE_NAMES.forEach((name) => preferences.setState(parsePreference(name, Reflect.get(values, name))))
  return {
    async restore() {
      const values = await Promise.all(
        PREFERENCE_NAMES.map(async (name) => {
          const value: unknown = await client.settings.get({ key: settingOf(name) }).catch(() => null)
          return [name, value] as const
        }),
      )
      apply(Object.fromEntries(values))
    },
    persist() {
      const hearing = hearPeers(peers, key, (value) => {
        if (typeof value === 'object' && value !== null) apply(value)
      })
      return preferences.subscribe((state) => (hearing.isHeard() ? undefined : peers?.tell(key, state)))
    },
    flush: () => undefined,
  }
}
