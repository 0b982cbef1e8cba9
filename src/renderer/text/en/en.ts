import { actions } from './actions.ts'
import { agentDialogs } from './agent-dialogs.ts'
import { appearance } from './appearance.ts'
import { approvals } from './approvals.ts'
import { browsers } from './browsers.ts'
import { budgets } from './budgets.ts'
import { changes } from './changes.ts'
import { common } from './common.ts'
import { compare } from './compare.ts'
import { comparedAnswers } from './compared-answers.ts'
import { connections } from './connections.ts'
import { contextGauge } from './context-gauge.ts'
import { contextMenu } from './context-menu.ts'
import { database } from './database.ts'
import { defaultModels } from './default-models.ts'
import { entryForms } from './entry-forms.ts'
import { evaluationBoard } from './evaluation-board.ts'
import { fork } from './fork.ts'
import { frame } from './frame.ts'
import { history } from './history.ts'
import { inbox } from './inbox.ts'
import { inspector } from './inspector.ts'
import { keys } from './keys.ts'
import { message } from './message.ts'
import { models } from './models.ts'
import { outsideAgents } from './outside-agents.ts'
import { palette } from './palette.ts'
import { pane } from './pane.ts'
import { parts } from './parts.ts'
import { pools } from './pools.ts'
import { profiles } from './profiles.ts'
import { prompt } from './prompt.ts'
import { providerKeys } from './provider-keys.ts'
import { raceBoard } from './race-board.ts'
import { recorder } from './recorder.ts'
import { search } from './search.ts'
import { settingsDialog } from './settings-dialog.ts'
import { shortcuts } from './shortcuts.ts'
import { skills } from './skills.ts'
import { start } from './start.ts'
import { terminal } from './terminal.ts'
import { toolPermissions } from './tool-permissions.ts'
import { toolServers } from './tool-servers.ts'
import { transfer } from './transfer.ts'
import { tree } from './tree.ts'
import { usage } from './usage.ts'

/** English. Its type says which texts every language has. */
export const en = {
  actions,
  agentDialogs,
  appearance,
  approvals,
  browsers,
  budgets,
  changes,
  common,
  compare,
  comparedAnswers,
  connections,
  contextGauge,
  contextMenu,
  database,
  defaultModels,
  entryForms,
  fork,
  frame,
  history,
  inbox,
  inspector,
  keys,
  message,
  models,
  outsideAgents,
  palette,
  pane,
  parts,
  pools,
  profiles,
  prompt,
  providerKeys,
  evaluationBoard,
  raceBoard,
  recorder,
  search,
  settingsDialog,
  shortcuts,
  skills,
  start,
  terminal,
  toolPermissions,
  toolServers,
  transfer,
  tree,
  usage,
}
