import type { EngineFeedItem } from '../shared/engine-state.ts'
import { createAgentActions, type AgentActions } from './actions/agent-actions.ts'
import { createSettingsActions, type SettingsActions } from './actions/settings-actions.ts'
import { applyEngineItems, createAgentTreeStore, type AgentTreeStore } from './store/agent-tree-store.ts'
import { createAgentViews, type AgentViews } from './store/agent-view-store.ts'
import { announcement } from './store/announcement.ts'
import { createConnectionStore, type ConnectionStore } from './store/connection-store.ts'
import { createCredentialStore, type CredentialStore } from './store/credential-store.ts'
import type { DelayScheduler } from './store/delayed-writes.ts'
import { createDialogStore, type DialogStore } from './store/dialog-store.ts'
import { createDrafts, type Drafts } from './store/draft-store.ts'
import type { EngineConnection, Stop } from './store/engine-connection.ts'
import { createFrameBatch, type FrameScheduler } from './store/frame-batch.ts'
import { createKeptSettings, type KeptSettings } from './store/kept-settings.ts'
import { createLayoutStore, type LayoutStore } from './store/layout-store.ts'
import { createModelStore, type ModelStore } from './store/model-store.ts'
import { createNotices, type Notices } from './store/notice-store.ts'
import { createPreferenceStore, type PreferenceStore } from './store/preference-store.ts'

/** Everything that the window knows, without React. */
export interface WindowStores {
  readonly connection: ConnectionStore
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly layout: LayoutStore
  readonly drafts: Drafts
  readonly models: ModelStore
  readonly credentials: CredentialStore
  readonly preferences: PreferenceStore
  readonly dialogs: DialogStore
  readonly notices: Notices
}

/** The stores, and the actions that change them. */
export interface WindowModel extends WindowStores {
  readonly agents: AgentActions
  readonly settings: SettingsActions
  /** Follows the engine and restores what was kept. The returned function keeps what is not kept yet, and ends. */
  start(): Stop
  /** Hands drafts and layout to the engine now: the window may go. */
  flush(): void
}

export interface WindowClock {
  readonly frame: FrameScheduler
  /** How long a draft or a layout rests before it is kept. */
  readonly rest: DelayScheduler
}

export function createWindowModel(connection: EngineConnection, clock: WindowClock): WindowModel {
  const { client } = connection
  const stores = createStores(connection, clock)
  const kept = createKeptSettings({ client, ...stores }, clock.rest)
  const settings = createSettingsActions({ client, ...stores })

  function flush(): void {
    stores.drafts.flush()
    kept.flush()
  }

  return {
    ...stores,
    settings,
    agents: createAgentActions({ client, ...stores }),
    flush,
    start() {
      const follow = followEngine(connection, stores, clock.frame)
      const loadLists = () => Promise.all([settings.loadModels(), settings.loadCredentials()])
      const stopState = connection.onStateChange((state) => {
        stores.connection.setState({ connection: state })
        // It may be another engine than before: one that was started anew, with other keys.
        if (state === 'open' && stores.connection.getState().ready) void loadLists()
      })
      void follow.firstSnapshot.then(() => becomeReady(stores, kept, loadLists()))
      return () => {
        flush()
        follow.stop()
        stopState()
      }
    },
  }
}

function createStores(connection: EngineConnection, clock: WindowClock): WindowStores {
  return {
    connection: createConnectionStore(connection.state()),
    tree: createAgentTreeStore(),
    views: createAgentViews(connection, clock.frame),
    layout: createLayoutStore(),
    drafts: createDrafts(connection.client, clock.rest),
    models: createModelStore(),
    credentials: createCredentialStore(),
    preferences: createPreferenceStore(),
    dialogs: createDialogStore(),
    notices: createNotices(),
  }
}

/**
 * Shows nothing half: the frame appears when the tree, the lists and what was kept are there. Nothing is asked before
 * the first snapshot: an engine that prepares its database takes longer than a call waits, and a layout that could not
 * be read would be written over.
 */
async function becomeReady(stores: WindowStores, kept: KeptSettings, lists: Promise<unknown>): Promise<void> {
  await Promise.all([kept.restore(), lists])
  dropMissingPanes(stores)
  stores.connection.setState({ ready: true })
  kept.keepLayout()
}

function followEngine(connection: EngineConnection, stores: WindowStores, frame: FrameScheduler) {
  const firstSnapshot = Promise.withResolvers<void>()
  const batch = createFrameBatch<EngineFeedItem>((items) => {
    applyFeed(stores, items)
    firstSnapshot.resolve()
  }, frame)
  const stop = connection.followEngine((items) => batch.push(items))
  return {
    firstSnapshot: firstSnapshot.promise,
    stop() {
      stop()
      batch.dispose()
    },
  }
}

function applyFeed(stores: WindowStores, items: readonly EngineFeedItem[]): void {
  const before = stores.tree.getState().agents
  stores.tree.setState((state) => applyEngineItems(state, items), true)
  for (const item of items) {
    const words = item.type === 'agent' ? announcement(before.get(item.agent.id), item.agent) : null
    if (words !== null) stores.notices.announce(words)
  }
  if (stores.connection.getState().ready && items.some((item) => item.type === 'snapshot')) dropMissingPanes(stores)
}

function dropMissingPanes({ tree, layout }: WindowStores): void {
  layout.dispatch({ type: 'keep_only', known: new Set(tree.getState().agents.keys()) })
}
