import { createAgentActions, type AgentActions } from '../actions/agent-actions.ts'
import { createApprovalActions, type ApprovalActions } from '../actions/approval-actions.ts'
import { createBudgetActions, type BudgetActions } from '../actions/budget-actions.ts'
import { createConfigActions, type ConfigActions } from '../actions/config-actions.ts'
import { createFolderActions, type FolderActions } from '../actions/folder-actions.ts'
import { createLogActions, type LogActions } from '../actions/log-actions.ts'
import { createSettingsActions, type SettingsActions } from '../actions/settings-actions.ts'
import { createTransferActions, type TransferActions } from '../actions/transfer-actions.ts'
import { createCompareActions, type CompareActions } from '../actions/compare-actions.ts'
import { createInspectorActions, type InspectorActions } from '../actions/inspector-actions.ts'
import { createKeptStores } from '../kept-stores.ts'
import { applyApprovalItems } from '../store/approval-store.ts'
import type { EngineConnection, Stop } from '../store/engine-connection.ts'
import { createKeptSettings } from '../store/kept-settings.ts'
import type { KeptStore } from '../store/kept-store.ts'
import { dropMissingPanes, followEngine } from './follow-engine.ts'
import { createWindowStores, type WindowClock, type WindowStores } from './app-stores.ts'

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
  readonly confirmWith: EngineConnection['confirmWith']
  /** Follows the engine and restores what was kept. The returned function keeps what is not kept yet, and ends. */
  start(): Stop
  /** Hands drafts and layout to the engine now: the window may go. */
  flush(): void
}

/** Asks the system for a folder, beginning at one; null: the person chose none. */
export type ChooseFolder = (from: string) => Promise<string | null>

/** `chooseFolder`: null where the system can't be asked, as in a browser. */
export function createWindowModel(
  connection: EngineConnection,
  clock: WindowClock,
  chooseFolder: ChooseFolder | null = null,
): WindowModel {
  const { client } = connection
  const stores = createWindowStores(connection, clock)
  const kept = createKeptSettings({ client, ...stores }, clock.rest)
  const keptStores = createKeptStores({ client, ...stores }, clock.rest)
  const settings = createSettingsActions({ client, ...stores })
  const agents = createAgentActions({ client, ...stores })

  const configActions = createConfigActions({ client, ...stores })
  const budgetActions = createBudgetActions({ client, ...stores })
  const compare = createCompareActions({ agents, ...stores })

  function flush(): void {
    stores.drafts.flush()
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
    confirmWith: (ask) => connection.confirmWith(ask),
    compare,
    inspectorActions: createInspectorActions({ client, ...stores }),
    approvalActions: createApprovalActions({ client, ...stores }),
    configActions,
    flush,
    start() {
      const follow = followEngine(connection, stores, clock.frame)
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
