import { createComparisonStore, type ComparisonStore } from '../store/comparison-store.ts'
import { createHelpStore, type HelpStore } from '../store/help-store.ts'
import { createInspectorStore, type InspectorStore } from '../store/inspector-store.ts'
import { createAgentTreeStore, type AgentTreeStore } from '../store/agent-tree-store.ts'
import { createAgentViews, type AgentViews } from '../store/agent-view-store.ts'
import { createApprovalStore, type ApprovalStore } from '../store/approval-store.ts'
import { createArtifactStore, type ArtifactStore } from '../store/artifact-store.ts'
import { createAskedModelStore, type AskedModelStore } from '../store/asked-model-store.ts'
import { createAttachments, type Attachments } from '../store/attachment-store.ts'
import { createBudgetStore, type BudgetStore } from '../store/budget-store.ts'
import { createConfigStore, type ConfigStore } from '../store/config-store.ts'
import { createConnectionStore, type ConnectionStore } from '../store/connection-store.ts'
import { createCredentialStore, type CredentialStore } from '../store/credential-store.ts'
import { afterMilliseconds, type DelayScheduler } from '../store/delayed-writes.ts'
import { createDismissalStore, type DismissalStore } from '../store/dismissal-store.ts'
import { createDialogStore, type DialogStore } from '../store/dialog-store.ts'
import { createDrafts, type Drafts } from '../store/draft-store.ts'
import type { EngineConnection } from '../store/engine-connection.ts'
import { createFavouriteStore, type FavouriteStore } from '../store/favourite-store.ts'
import { createFindStore, type FindStore } from '../store/find-store.ts'
import { createFolderStore, type FolderStore } from '../store/folder-store.ts'
import type { FrameScheduler } from '../store/frame-batch.ts'
import { createLayoutStore, type LayoutStore } from '../store/layout-store.ts'
import { createMapStore, type MapStore } from '../store/map-store.ts'
import { createMarks, type Marks } from '../store/mark-store.ts'
import { createModelStore, type ModelStore } from '../store/model-store.ts'
import { createNotices, type Notices } from '../store/notice-store.ts'
import { createOpenPortStore, type OpenPortStore } from '../store/open-port-store.ts'
import { createPreferenceStore, type PreferenceStore } from '../store/preference-store.ts'
import { createLimitReturnStore, type LimitReturnStore } from '../store/limit-return-store.ts'
import { createPriceStore, type PriceStore } from '../store/price-store.ts'
import { createRecentAgentStore, type RecentAgentStore } from '../store/recent-agent-store.ts'
import { createRecentCommandStore, type RecentCommandStore } from '../store/recent-command-store.ts'
import { createReviewStore, type ReviewStore } from '../store/review-store.ts'
import { createSavedLayoutStore, type SavedLayoutStore } from '../store/saved-layouts.ts'
import { createToasts, type Toasts } from '../store/toast-store.ts'
import { createVersionStore, type VersionStore } from '../store/version-store.ts'
import { createWindowViewStore, type WindowViewStore } from '../store/window-view-store.ts'
import { createTourStore, type TourStore } from '../store/tour-store.ts'
import { createUnreadResultStore, type UnreadResultStore } from '../store/unread-results.ts'
import {
  createUsagePageStore,
  createUsageRevisionStore,
  type UsagePageStore,
  type UsageRevisionStore,
} from '../store/usage-store.ts'

/** The state of the window. */
export interface AppStores {
  readonly connection: ConnectionStore
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly map: MapStore
  readonly marks: Marks
  readonly approvals: ApprovalStore
  readonly budgets: BudgetStore
  readonly folders: FolderStore
  readonly layout: LayoutStore
  readonly comparisons: ComparisonStore
  readonly help: HelpStore
  readonly inspector: InspectorStore
  readonly favourites: FavouriteStore
  readonly drafts: Drafts
  readonly artifacts: ArtifactStore
  readonly askedModels: AskedModelStore
  readonly attachments: Attachments
  readonly models: ModelStore
  readonly credentials: CredentialStore
  readonly openPorts: OpenPortStore
  readonly preferences: PreferenceStore
  readonly limitReturns: LimitReturnStore
  readonly prices: PriceStore
  readonly recentAgents: RecentAgentStore
  readonly recentCommands: RecentCommandStore
  readonly reviews: ReviewStore
  readonly savedLayouts: SavedLayoutStore
  readonly dialogs: DialogStore
  readonly dismissals: DismissalStore
  readonly notices: Notices
  readonly configuration: ConfigStore
  readonly toasts: Toasts
  readonly find: FindStore
  readonly tour: TourStore
  readonly unread: UnreadResultStore
  readonly usage: UsageRevisionStore
  readonly usagePage: UsagePageStore
  readonly versions: VersionStore
  readonly windowView: WindowViewStore
}

export interface AppClock {
  readonly frame: FrameScheduler
  /** Delay after the last change before a draft or a layout is saved. */
  readonly debounce: DelayScheduler
  /** How long a toast is shown. */
  readonly lifetime?: DelayScheduler
}

/** Long enough to read a toast and to reach its button. */
const TOAST_MS = 8_000

/** Creates all stores, empty. */
export function createAppStores(connection: EngineConnection, clock: AppClock): AppStores {
  const views = createAgentViews(connection, clock.frame)
  const windowView = createWindowViewStore()
  return {
    connection: createConnectionStore(connection.state()),
    tree: createAgentTreeStore(),
    views,
    map: createMapStore(),
    marks: createMarks(connection.client, views),
    approvals: createApprovalStore(),
    budgets: createBudgetStore(),
    folders: createFolderStore(),
    layout: createLayoutStore(() => windowView.showPanes()),
    comparisons: createComparisonStore(),
    help: createHelpStore(),
    inspector: createInspectorStore(),
    favourites: createFavouriteStore(),
    drafts: createDrafts(connection.client, clock.debounce),
    artifacts: createArtifactStore(),
    askedModels: createAskedModelStore(),
    attachments: createAttachments(),
    models: createModelStore(),
    credentials: createCredentialStore(),
    openPorts: createOpenPortStore(),
    preferences: createPreferenceStore(),
    limitReturns: createLimitReturnStore(),
    prices: createPriceStore(),
    recentAgents: createRecentAgentStore(),
    recentCommands: createRecentCommandStore(),
    reviews: createReviewStore(),
    savedLayouts: createSavedLayoutStore(),
    dialogs: createDialogStore(),
    dismissals: createDismissalStore(),
    notices: createNotices(),
    configuration: createConfigStore(),
    toasts: createToasts(clock.lifetime ?? afterMilliseconds(TOAST_MS)),
    find: createFindStore(),
    tour: createTourStore(),
    unread: createUnreadResultStore(),
    usage: createUsageRevisionStore(clock.debounce),
    usagePage: createUsagePageStore(),
    versions: createVersionStore(),
    windowView,
  }
}
