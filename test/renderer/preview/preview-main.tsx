import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

import { App } from '../../../src/renderer/app.tsx'
import { IS_MAC } from '../../../src/renderer/hooks/platform.ts'
import { afterMilliseconds } from '../../../src/renderer/store/delayed-writes.ts'
import { nextFrame } from '../../../src/renderer/store/frame-batch.ts'
import '../../../src/renderer/theme/theme.css'
import { createAppModel, type AppModel } from '../../../src/renderer/app/app-model.ts'
import {
  ALIKE,
  approvalScenario,
  reachingScenario,
  severalScenario,
  SERVER_QUESTIONS,
  startAsking,
  trustingScenario,
  effectsScenario,
} from './approval-scenario.ts'
import { askingEvaluationWorld, evaluationWorld } from './evaluation-world.ts'
import { compareWorld } from './compare-world.ts'
import { judgedWorld } from './judged-world.ts'
import { farWorld, manyWorld } from './many-world.ts'
import { PREVIEW_CONFIG } from './preview-config.ts'
import { createPreviewEngine } from './preview-engine.ts'
import { askingRaceWorld, raceWorld } from './race-world.ts'
import { reviewWorld } from './review-world.ts'
import { rerunWorld } from './rerun-world.ts'
import { busyScenario, emptyWorld } from './preview-world.ts'
import { manyMapWorld } from './many-map-world.ts'
import { mapWorld } from './map-world.ts'
import { sixAttemptsWorld } from './six-attempts-world.ts'
import { speakEnglish } from './other-words.ts'
import { besideWorld } from './beside-world.ts'
import { treeWorld } from './tree-world.ts'
import type { OpenDialog } from '../../../src/renderer/store/dialog-store.ts'

/**
 * The window over an engine in memory. `?world=empty` is a first start, `asking` has tools at work, in `reaching` one
 * asks for a host and one runs in the background, in `trusting` a folder is seen for the first time, in `alike` three
 * ask for the same, in `several` one asks about three calls and another about one, in `server-questions` a server asks, `compare` several answers to one prompt, `judged` the same judged and merged, `review` three agents in one folder, `rerun` an agent that ran again, in `evaluation` and `race` an agent is one, in `asking-evaluation` and `asking-race` it asks, `many` has a thousand agents, `with-keys` has none, `far` an agent
 * with a hundred thousand events, `short-history` recalls two
 * prompts, `tree` every kind of row. `keys=tab` has the keys of a browser tab. Tests reach the engine as
 * `window.preview`.
 */
const WORLDS = new Map([
  ['empty', emptyWorld],
  ['with-keys', () => ({ ...busyScenario(), agents: [], events: new Map(), settings: new Map() })],
  ['asking', () => approvalScenario()],
  ['evaluation', () => evaluationWorld()],
  ['asking-evaluation', askingEvaluationWorld],
  ['reaching', reachingScenario],
  ['trusting', trustingScenario],
  ['effects', effectsScenario],
  ['alike', () => approvalScenario(ALIKE)],
  ['several', severalScenario],
  ['server-questions', () => approvalScenario(SERVER_QUESTIONS)],
  ['compare', compareWorld],
  ['judged', judgedWorld],
  ['race', () => raceWorld()],
  ['asking-race', askingRaceWorld],
  ['six-attempts', sixAttemptsWorld],
  ['rerun', rerunWorld],
  ['review', reviewWorld],
  ['many', manyWorld],
  ['map', mapWorld],
  ['many-map', () => manyMapWorld(10_000)],
  ['few-map', () => manyMapWorld(100)],
  ['beside', besideWorld],
  ['tree', treeWorld],
  ['far', farWorld],
  ['short-history', () => ({ ...busyScenario(), config: { ...PREVIEW_CONFIG, historySize: 2 } })],
])
let root: Root | null = null
let drawn: AppModel | null = null

/** Opens the window on a fresh engine, in place of the last one. `query` names its world. */
function openWorld(query: string): void {
  root?.unmount()
  drawn = start(new URLSearchParams(query))
  root = draw(drawn)
}

/** Draws the window again in English words, or in those of its language; what its stores hold stays as it is. */
function drawInEnglish(on: boolean): void {
  speakEnglish(on)
  root?.unmount()
  if (drawn !== null) root = draw(drawn)
}

function start(parameters: URLSearchParams): AppModel {
  const wanted = parameters.get('world') ?? ''
  const preview = createPreviewEngine((WORLDS.get(wanted) ?? busyScenario)())
  const model = createAppModel(preview.connection, { frame: nextFrame, debounce: afterMilliseconds(50) }, null, {
    isMac: IS_MAC,
    isTab: parameters.get('keys') === 'tab',
  })
  model.start()
  if (['asking', 'reaching', 'trusting', 'several'].includes(wanted)) startAsking(preview)
  const show = (agentId: string) => model.stores.layout.dispatch({ type: 'show', agentId })
  const { dialogs } = model.stores
  const openDialog = (dialog: OpenDialog) => dialogs.setState({ dialog })
  const dialogType = () => dialogs.getState().dialog.type
  Object.assign(window, { preview, show, openWorld, openDialog, dialogType, drawInEnglish })
  return model
}

function draw(model: AppModel): Root {
  const element = document.getElementById('root')
  if (element === null) throw new Error('index.html has no element #root')
  const made = createRoot(element)
  made.render(
    <StrictMode>
      <App model={model} onMenuCommand={onMenuCommand} />
    </StrictMode>,
  )
  return made
}

/** The application menu, which the preview does not draw: tests choose its commands by their ids. */
function onMenuCommand(listener: (commandId: string) => void): () => void {
  Object.assign(window, { chooseFromMenu: listener })
  return () => Object.assign(window, { chooseFromMenu: () => undefined })
}

openWorld(location.search)
