import { type PopOut, popOutPath } from '../../shared/pop-out.ts'
import type { KeyPlatform } from '../../shared/command-keys.ts'
import { type AgentActions, createAgentActions } from '../actions/agent-actions.ts'
import { type ArrangeActions, createArrangeActions } from '../actions/arrange-actions.ts'
import { type ApprovalActions, createApprovalActions } from '../actions/approval-actions.ts'
import { type AttachmentActions, createAttachmentActions } from '../actions/attachment-actions.ts'
import { type ChangeActions, createChangeActions } from '../actions/change-actions.ts'
import { createPublishActions, type PublishActions } from '../actions/publish-actions.ts'
import { type ContentActions, createContentActions } from '../actions/content-actions.ts'
import { type BudgetActions, createBudgetActions } from '../actions/budget-actions.ts'
import { type ConfigActions, createConfigActions } from '../actions/config-actions.ts'
import { createServerActions, type ServerActions } from '../actions/server-actions.ts'
import { createFolderActions, type FolderActions } from '../actions/folder-actions.ts'
import { createPortActions, type PortActions } from '../actions/port-actions.ts'
import {
  createKeepWarmActions,
  createLimitReturnActions,
  createPriceActions,
  type KeepWarmActions,
  type LimitReturnActions,
  type PriceActions,
} from '../actions/price-actions.ts'
import {
  createLogActions,
  createRedactionActions,
  type LogActions,
  type RedactionActions,
} from '../actions/log-actions.ts'
import { createHelpActions, type HelpActions } from '../actions/help-actions.ts'
import { createMapActions, type MapActions } from '../actions/map-actions.ts'
import { createEvaluationActions, type EvaluationActions } from '../actions/evaluation-actions.ts'
import { createRaceActions, type RaceActions } from '../actions/race-actions.ts'
import { createRerunActions, type RerunActions } from '../actions/rerun-actions.ts'
import { createRecorderActions, type RecorderActions } from '../actions/recorder-actions.ts'
import { createSavedLayoutActions, type SavedLayoutActions } from '../actions/saved-layout-actions.ts'
import { createSettingsActions, type SettingsActions } from '../actions/settings-actions.ts'
import { createTerminalActions, endClosedTerminals, type TerminalActions } from '../actions/terminal-actions.ts'
import { createTransferActions, type TransferActions } from '../actions/transfer-actions.ts'
import { type CostQuestion, createCostQuestion } from '../actions/cost-question.ts'
import { type CompareActions, createCompareActions } from '../actions/compare-actions.ts'
import { createVersionActions, type VersionActions } from '../actions/version-actions.ts'
import { createUsageActions, type UsageActions } from '../actions/usage-actions.ts'
import { createInspectorActions, type InspectorActions } from '../actions/inspector-actions.ts'
import { applyApprovalItems } from '../store/approval-store.ts'
import type { EngineConnection, Stop } from '../store/engine-connection.ts'
import { createPaneHistory, type PaneHistory } from '../store/pane-history.ts'
import { createPersistedStores, type PersistedStore } from '../store/persisted.ts'
import { createWindowFlight, recordedConnection, type WindowFlight } from '../store/window-flight.ts'
import { texts } from '../text/texts.ts'
import { dropMissingPanes, followEngine } from './follow-engine.ts'
import { followDay, followRecentAgents } from './follow-stores.ts'
import { followTour } from './follow-tour.ts'
import { type AppClock, type AppStores, createAppStores } from './app-stores.ts'
import { ALONE, type OpenPage, type WindowPlace } from './window-place.ts'

/** The operations of the window. */
export interface AppActions {
  readonly agents: AgentActions
  readonly approvals: ApprovalActions
  readonly arrange: ArrangeActions
  readonly attachments: AttachmentActions
  readonly budgets: BudgetActions
  readonly changes: ChangeActions
  readonly publish: PublishActions
  readonly compare: CompareActions
  readonly config: ConfigActions
  readonly servers: ServerActions
  readonly costs: CostQuestion
  readonly content: ContentActions
  readonly folders: FolderActions
  readonly help: HelpActions
  readonly inspector: InspectorActions
  readonly keepWarm: KeepWarmActions
  readonly limitReturn: LimitReturnActions
  readonly log: LogActions
  readonly map: MapActions
  readonly paneHistory: PaneHistory
  readonly popOuts: PopOutActions
  readonly ports: PortActions
  readonly prices: PriceActions
  readonly races: RaceActions
  readonly reruns: RerunActions
  readonly redaction: RedactionActions
  readonly recorder: RecorderActions
  readonly evaluations: EvaluationActions
  readonly savedLayouts: SavedLayoutActions
  readonly settings: SettingsActions
  readonly terminals: TerminalActions
  readonly transfer: TransferActions
  readonly usage: UsageActions
  readonly versions: VersionActions
}

/** The stores and the actions that change them. */
export interface AppModel {
  readonly stores: AppStores
  readonly actions: AppActions
  readonly chooseFolder: ChooseFolder | null
  readonly keyPlatform: KeyPlatform
  /** What the window shows in place of the shared layout; null: it has that layout. */
  readonly popOut: PopOut | null
  readonly closeWindow: WindowPlace['closeWindow']
  readonly offerCommand: WindowPlace['offerCommand']
  /** Null: this window has no demo to show. */
  readonly demo: DemoSwitch | null
  readonly confirmWith: EngineConnection['confirmWith']
  readonly followCodes: EngineConnection['followCodes']
  /** Follows the engine and restores the saved state. The returned function saves pending changes and stops. */
  start(): Stop
  /** Sends unsaved drafts and layout to the engine immediately, because the page may be closed. */
  flush(): void
}

/** The demo: scripted conversations in a database of their own, shown by this window instead of the user's agents. */
export interface DemoSwitch {
  readonly isShown: boolean
  /** Shows the demo, or the user's agents again. The window is loaded anew. */
  show(shown: boolean): void
}

/** Windows of their own for panes and comparisons, on the same engine. */
interface PopOutActions {
  /** Several agents are compared. What the browser refuses is shown in a toast. */
  open(popOut: PopOut): void
}

/** Opens the system's folder dialog at a folder; null: the user cancelled. */
export type ChooseFolder = (from: string) => Promise<string | null>

/** `chooseFolder`: null if there is no system dialog, as in a browser. */
export function createAppModel(
  connection: EngineConnection,
  clock: AppClock,
  chooseFolder: ChooseFolder | null = null,
  keyPlatform: KeyPlatform = { isMac: false, isTab: false },
  demo: DemoSwitch | null = null,
  { popOut, peers, openPage, closeWindow, offerCommand }: WindowPlace = ALONE,
): AppModel {
  const { client } = connection
  const flight = createWindowFlight()
  const stores = createAppStores(recordedConnection(connection, flight), clock)
  const persisted = createPersistedStores({ client, ...stores }, clock.debounce, { peers, isPopOut: popOut !== null })
  const actions = createActions(connection, stores, { flight, openPage })

  function flush(): void {
    stores.drafts.flush()
    for (const each of persisted) each.flush()
  }

  return {
    stores,
    actions,
    chooseFolder,
    keyPlatform,
    popOut,
    closeWindow,
    offerCommand,
    demo,
    confirmWith: (ask) => connection.confirmWith(ask),
    followCodes: (onItems) => connection.followCodes(onItems),
    flush,
    start() {
      const follow = followEngine(connection, stores, clock.frame)
      const stopState = connection.onStateChange((state) => {
        stores.connection.setState({ connection: state })
        // After a reconnect, it may be another engine with other keys and settings.
        if (state !== 'open' || !stores.connection.getState().ready) return
        void loadLists(actions)
        actions.attachments.retryWaiting()
        stores.usage.changed()
      })
      void follow.firstSnapshot.then(() => becomeReady(stores, persisted, loadLists(actions), popOut))
      const stops: readonly Stop[] = [
        flush,
        () => follow.stop(),
        followApprovals(connection, stores, actions),
        stopState,
        actions.compare.followFocus(),
        actions.versions.followFocus(),
        followRecentAgents(stores),
        followDay(stores, actions.budgets),
        followTour(stores),
        actions.config.followUpdates(follow.firstSnapshot),
        endClosedTerminals(stores, actions.terminals),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

function createActions(
  connection: EngineConnection,
  stores: AppStores,
  { flight, openPage }: { readonly flight: WindowFlight; readonly openPage: OpenPage },
): AppActions {
  const { client } = connection
  const needs = { client, ...stores }
  const content = createContentActions(needs)
  const prices = createPriceActions(needs)
  const costs = createCostQuestion(prices, stores.configuration, stores.dialogs)
  const agents = createAgentActions({ ...needs, costs })
  const attachments = createAttachmentActions({ ...needs, content })
  const arrange = createArrangeActions(client, stores.notices, stores.toasts)
  const log = createLogActions(client, stores.views)
  const compare = createCompareActions({ ...needs, agents, arrange, attachments, costs })
  return {
    agents,
    attachments,
    approvals: createApprovalActions(client, stores.approvals, stores.notices),
    arrange,
    budgets: createBudgetActions(needs),
    changes: createChangeActions(needs),
    publish: createPublishActions(needs),
    compare,
    config: createConfigActions(client, stores.configuration, stores.models),
    servers: createServerActions(client, stores.notices),
    content,
    costs,
    folders: createFolderActions(client, stores.folders),
    help: createHelpActions(client, stores.help),
    inspector: createInspectorActions(needs),
    keepWarm: createKeepWarmActions(needs),
    limitReturn: createLimitReturnActions(needs),
    redaction: createRedactionActions(needs),
    recorder: createRecorderActions({ client, flight }),
    log,
    paneHistory: createPaneHistory(stores.layout, stores.tree),
    ports: createPortActions(client, stores.openPorts, stores.notices),
    popOuts: {
      open(popOut) {
        if (!openPage(popOutPath(popOut))) stores.toasts.show(texts.actions.popOutBlocked)
      },
    },
    map: createMapActions(client, stores.map),
    prices,
    savedLayouts: createSavedLayoutActions(needs),
    settings: createSettingsActions(needs),
    terminals: createTerminalActions(connection, stores.tree, stores.dialogs, stores.notices),
    transfer: createTransferActions(needs),
    races: createRaceActions(needs),
    reruns: createRerunActions({ ...needs, compare }),
    evaluations: createEvaluationActions(needs),
    usage: createUsageActions(needs),
    versions: createVersionActions({ ...stores, agents, compare, costs, log }),
  }
}

function followApprovals(connection: EngineConnection, { approvals }: AppStores, { budgets }: AppActions): Stop {
  return connection.followApprovals((items) => {
    const { pending } = approvals.getState()
    approvals.setState((state) => applyApprovalItems(state, items), true)
    const settlesBudget = items.some((item) => item.type === 'settled' && pending.get(item.id)?.access === 'budget')
    if (settlesBudget) void budgets.load()
  })
}

function loadLists({ settings, config, budgets, savedLayouts }: AppActions): Promise<unknown> {
  return Promise.all([
    settings.loadModels(),
    settings.loadCredentials(),
    config.load(),
    budgets.load(),
    savedLayouts.load(),
  ])
}

/**
 * Restores the saved state, then shows the frame, so that no partial state is visible. Waits for the first snapshot
 * before other requests: preparing the database may take longer than the time limit of a call, and a layout that could
 * not be read would be overwritten.
 */
async function becomeReady(
  stores: AppStores,
  persisted: readonly PersistedStore[],
  lists: Promise<unknown>,
  popOut: PopOut | null,
): Promise<void> {
  await Promise.all([...persisted.map((each) => each.restore()), lists])
  if (popOut !== null) showOnly(stores, popOut)
  dropMissingPanes(stores)
  stores.connection.setState({ ready: true })
  for (const each of persisted) each.persist()
}

/** Shows the agents of a window of its own, without the tree. */
function showOnly({ layout, comparisons }: AppStores, { agents }: PopOut): void {
  layout.dispatch({ type: 'show_only', agents })
  comparisons.dispatch(agents.length > 1 ? { type: 'show', agents } : { type: 'leave' })
}
