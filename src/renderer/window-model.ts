import type { AgentSummary } from '../shared/agent-summary.ts'
import type { EngineFeedItem } from '../shared/engine-state.ts'
import type { AgentId } from '../shared/ids.ts'
import { createAgentActions, type AgentActions } from './actions/agent-actions.ts'
import { createApprovalActions, type ApprovalActions } from './actions/approval-actions.ts'
import { createBudgetActions, type BudgetActions } from './actions/budget-actions.ts'
import { createConfigActions, type ConfigActions } from './actions/config-actions.ts'
import { createFolderActions, type FolderActions } from './actions/folder-actions.ts'
import { createLogActions, type LogActions } from './actions/log-actions.ts'
import { createSettingsActions, type SettingsActions } from './actions/settings-actions.ts'
import { createTransferActions, type TransferActions } from './actions/transfer-actions.ts'
import { createCompareActions, type CompareActions } from './compare/compare-actions.ts'
import { createComparisonStore, type ComparisonStore } from './compare/comparison-store.ts'
import { createInspectorActions, type InspectorActions } from './inspector/inspector-actions.ts'
import { createInspectorStore, type InspectorStore } from './inspector/inspector-store.ts'
import { createKeptStores } from './kept-stores.ts'
import { applyEngineItems, createAgentTreeStore, type AgentTreeStore } from './store/agent-tree-store.ts'
import { createAgentViews, type AgentViews } from './store/agent-view-store.ts'
import { announcement } from './store/announcement.ts'
import { applyApprovalItems, createApprovalStore, type ApprovalStore } from './store/approval-store.ts'
import { createBudgetStore, type BudgetStore } from './store/budget-store.ts'
import { createConfigStore, type ConfigStore } from './store/config-store.ts'
import { createConnectionStore, type ConnectionStore } from './store/connection-store.ts'
import { createCredentialStore, type CredentialStore } from './store/credential-store.ts'
import { afterMilliseconds, type DelayScheduler } from './store/delayed-writes.ts'
import { createDialogStore, type DialogStore } from './store/dialog-store.ts'
import { createDrafts, type Drafts } from './store/draft-store.ts'
import type { EngineConnection, Stop } from './store/engine-connection.ts'
import { createFavouriteStore, type FavouriteStore } from './store/favourite-store.ts'
import { createFindStore, type FindStore } from './store/find-store.ts'
import { createFolderStore, type FolderStore } from './store/folder-store.ts'
import { createFrameBatch, type FrameScheduler } from './store/frame-batch.ts'
import { createKeptSettings } from './store/kept-settings.ts'
import type { KeptStore } from './store/kept-store.ts'
import { createLayoutStore, type LayoutStore } from './store/layout-store.ts'
import { createMarks, type Marks } from './store/mark-store.ts'
import { createModelStore, type ModelStore } from './store/model-store.ts'
import { createNotices, type Notices } from './store/notice-store.ts'
import { createPaneHistory, type PaneHistory } from './store/pane-history.ts'
import { createPreferenceStore, type PreferenceStore } from './store/preference-store.ts'
import { createPromptQueues, isBusy, type PromptQueues } from './store/prompt-queue.ts'
import { createToasts, type Toasts } from './store/toast-store.ts'

/** Everything that the window knows, without React. */
export interface WindowStores {
  readonly connection: ConnectionStore
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly marks: Marks
  readonly approvals: ApprovalStore
  readonly budgets: BudgetStore
  readonly folders: FolderStore
  readonly layout: LayoutStore
  readonly comparisons: ComparisonStore
  readonly inspector: InspectorStore
  readonly favourites: FavouriteStore
  readonly drafts: Drafts
  readonly models: ModelStore
  readonly credentials: CredentialStore
  readonly preferences: PreferenceStore
  readonly dialogs: DialogStore
  readonly notices: Notices
  readonly configuration: ConfigStore
  readonly toasts: Toasts
  readonly queues: PromptQueues
  readonly find: FindStore
  readonly paneHistory: PaneHistory
  /** Agents whose running turn a person has ended: nothing queued is sent after that by itself. */
  readonly stopped: Set<AgentId>
}

/** The stores, and the actions that change them. */
export interface WindowModel extends WindowStores {
  readonly agents: AgentActions
  readonly log: LogActions
  readonly transfer: TransferActions
  readonly approvalActions: ApprovalActions
  readonly configActions: ConfigActions
  readonly budgetActions: BudgetActions
  readonly folderActions: FolderActions
  readonly compare: CompareActions
  readonly inspectorActions: InspectorActions
  readonly settings: SettingsActions
  readonly chooseFolder: ChooseFolder | null
  /** Follows the engine and restores what was kept. The returned function keeps what is not kept yet, and ends. */
  start(): Stop
  /** Hands drafts and layout to the engine now: the window may go. */
  flush(): void
}

export interface WindowClock {
  readonly frame: FrameScheduler
  /** How long a draft or a layout rests before it is kept. */
  readonly rest: DelayScheduler
  /** How long a word about something that was done stays. */
  readonly lifetime?: DelayScheduler
}

/** Long enough to read it and to reach its button. */
const TOAST_MS = 8_000

/** Asks the system for a folder, beginning at one; null: the person chose none. */
export type ChooseFolder = (from: string) => Promise<string | null>

/** `chooseFolder`: null where the system can't be asked, as in a browser. */
export function createWindowModel(
  connection: EngineConnection,
  clock: WindowClock,
  chooseFolder: ChooseFolder | null = null,
): WindowModel {
  const { client } = connection
  const stores = createStores(connection, clock)
  const kept = createKeptSettings({ client, ...stores }, clock.rest)
  const keptStores = createKeptStores({ client, ...stores }, clock.rest)
  const settings = createSettingsActions({ client, ...stores })
  const agents = createAgentActions({ client, ...stores })

  const configActions = createConfigActions({ client, ...stores })
  const budgetActions = createBudgetActions({ client, ...stores })
  const compare = createCompareActions({ agents, ...stores })

  function flush(): void {
    stores.drafts.flush()
    stores.queues.flush()
    kept.flush()
    for (const each of keptStores) each.flush()
  }

  return {
    ...stores,
    settings,
    agents,
    log: createLogActions({ client, ...stores }),
    transfer: createTransferActions({ client }),
    budgetActions,
    folderActions: createFolderActions({ client, ...stores }),
    chooseFolder,
    compare,
    inspectorActions: createInspectorActions({ client, ...stores }),
    approvalActions: createApprovalActions({ client, ...stores }),
    configActions,
    flush,
    start() {
      const follow = followEngine(connection, stores, {
        frame: clock.frame,
        onTurnEnd: (id) => void agents.sendNext(id),
      })
      const stopApprovals = connection.followApprovals((items) => {
        const { pending } = stores.approvals.getState()
        stores.approvals.setState((state) => applyApprovalItems(state, items), true)
        const isBudgetSettled = items.some(
          (item) => item.type === 'settled' && pending.get(item.id)?.access === 'budget',
        )
        if (isBudgetSettled) void budgetActions.load()
      })
      const loadLists = () =>
        Promise.all([settings.loadModels(), settings.loadCredentials(), configActions.load(), budgetActions.load()])
      const stopState = connection.onStateChange((state) => {
        stores.connection.setState({ connection: state })
        // It may be another engine than before: one that was started anew, with other keys.
        if (state === 'open' && stores.connection.getState().ready) void loadLists()
      })
      void follow.firstSnapshot.then(() => becomeReady(stores, [kept, ...keptStores], loadLists()))
      const stopCompare = compare.followFocus()
      return () => {
        flush()
        follow.stop()
        stopApprovals()
        stopState()
        stopCompare()
      }
    },
  }
}

function createStores(connection: EngineConnection, clock: WindowClock): WindowStores {
  const tree = createAgentTreeStore()
  const layout = createLayoutStore()
  const views = createAgentViews(connection, clock.frame)
  return {
    connection: createConnectionStore(connection.state()),
    tree,
    views,
    marks: createMarks(connection.client, views),
    approvals: createApprovalStore(),
    budgets: createBudgetStore(),
    folders: createFolderStore(),
    layout,
    comparisons: createComparisonStore(),
    inspector: createInspectorStore(),
    favourites: createFavouriteStore(),
    drafts: createDrafts(connection.client, clock.rest),
    models: createModelStore(),
    credentials: createCredentialStore(),
    preferences: createPreferenceStore(),
    dialogs: createDialogStore(),
    notices: createNotices(),
    configuration: createConfigStore(),
    toasts: createToasts(clock.lifetime ?? afterMilliseconds(TOAST_MS)),
    queues: createPromptQueues(connection.client),
    find: createFindStore(),
    paneHistory: createPaneHistory(layout, tree),
    stopped: new Set(),
  }
}

/**
 * Shows nothing half: the frame appears when the tree, the lists and what was kept are there. Nothing is asked before
 * the first snapshot: an engine that prepares its database takes longer than a call waits, and a layout that could not
 * be read would be written over.
 */
async function becomeReady(stores: WindowStores, kept: readonly KeptStore[], lists: Promise<unknown>): Promise<void> {
  await Promise.all([...kept.map((each) => each.restore()), lists])
  dropMissingPanes(stores)
  stores.connection.setState({ ready: true })
  for (const each of kept) each.keep()
}

interface FollowOptions {
  readonly frame: FrameScheduler
  /** A turn ended by itself. */
  onTurnEnd(agentId: AgentId): void
}

function followEngine(connection: EngineConnection, stores: WindowStores, { frame, onTurnEnd }: FollowOptions) {
  const firstSnapshot = Promise.withResolvers<void>()
  const batch = createFrameBatch<EngineFeedItem>((items) => {
    applyFeed(stores, items, onTurnEnd)
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

function applyFeed(
  stores: WindowStores,
  items: readonly EngineFeedItem[],
  onTurnEnd: (agentId: AgentId) => void,
): void {
  // As it goes: a short turn begins and ends within one frame.
  const known = new Map(stores.tree.getState().agents)
  stores.tree.setState((state) => applyEngineItems(state, items), true)
  for (const item of items) {
    if (item.type !== 'agent') continue
    agentChanged(stores, known.get(item.agent.id), item.agent, onTurnEnd)
    known.set(item.agent.id, item.agent)
  }
  if (stores.connection.getState().ready && items.some((item) => item.type === 'snapshot')) dropMissingPanes(stores)
}

function agentChanged(
  { notices, stopped }: WindowStores,
  before: AgentSummary | undefined,
  after: AgentSummary,
  onTurnEnd: (agentId: AgentId) => void,
): void {
  const wasStopped = stopped.has(after.id)
  const words = announcement(before, after, wasStopped)
  if (words !== null) notices.announce(words)
  if (isBusy(before) === isBusy(after)) return
  stopped.delete(after.id)
  if (after.activity.type === 'idle' && !wasStopped && after.status === 'running') onTurnEnd(after.id)
}

function dropMissingPanes({ tree, layout, comparisons }: WindowStores): void {
  const known = new Set(tree.getState().agents.keys())
  layout.dispatch({ type: 'keep_only', known })
  comparisons.dispatch({ type: 'keep_only', known })
}
