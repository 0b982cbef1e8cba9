import type { en as English } from '../en/en.ts'
import { endpoints } from './endpoints.ts'
import { changes } from './changes.ts'
import { help } from './help.ts'
import { history } from './history.ts'
import { keys, parts } from './parts.ts'
import { transfer } from './transfer.ts'
import { actions } from './commands.ts'
import { agentDialogs, fork } from './fork.ts'
import { appearance, browsers, connections, database, entryForms, providerKeys, settingsDialog } from './settings.ts'
import { updates } from './updates.ts'
import { approvals, inbox, message } from './message.ts'
import { budgets, contextGauge, defaultModels, models, pools } from './models.ts'
import { common, contextMenu, frame, layouts, palette, shortcuts, switcher, terminal } from './app.ts'
import { compare, comparedAnswers } from './compare.ts'
import { baseline, evaluationBoard, raceBoard } from './boards.ts'
import { outsideAgents, profiles, skills, toolPermissions, toolServers } from './tools.ts'
import { pane, prompt, start } from './pane.ts'
import { inspector, recorder, usage } from './usage.ts'
import { map, search, tree } from './tree.ts'

/**
 * German. Buttons are infinitives; users are not addressed. The terms:
 *
 * | English | German |
 * | --- | --- |
 * | answer, prompt, turn | Antwort, Prompt, Runde |
 * | approval; allow, ask, deny | Genehmigung; erlauben, nachfragen, ablehnen |
 * | backup | Sicherung |
 * | child, parent, sibling | untergeordneter, übergeordneter Agent, Geschwisteragent |
 * | compress | komprimieren |
 * | descendants, subtree | Nachkommen, Teilbaum |
 * | fork; to fork | Fork; abzweigen |
 * | judge; to judge | Gutachter; bewerten |
 * | to kill, to stop | beenden, anhalten |
 * | log, event | Protokoll, Ereignis |
 * | mail, message | Nachricht |
 * | mark; to rewind | Marke; zurückspulen |
 * | to merge; to apply, to adopt | zusammenführen; anwenden, übernehmen |
 * | outside agent | externer Agent |
 * | pane | Bereich |
 * | provider, key | Anbieter, Schlüssel |
 * | race, attempt | Wettlauf, Versuch |
 * | settings | Einstellungen |
 * | tool, call, result | Tool, Aufruf, Ergebnis |
 */
export const de: typeof English = {
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
  endpoints,
  entryForms,
  fork,
  frame,
  help,
  history,
  inbox,
  inspector,
  keys,
  layouts,
  map,
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
  baseline,
  recorder,
  search,
  settingsDialog,
  updates,
  shortcuts,
  skills,
  start,
  switcher,
  terminal,
  toolPermissions,
  toolServers,
  transfer,
  tree,
  usage,
}
