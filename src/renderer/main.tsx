import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { connect, hostBridge } from './connection/connect.ts'
import { followNotices, showBrowserNotice } from './frame/system-notices.ts'
import { afterMilliseconds } from './store/delayed-writes.ts'
import { nextFrame } from './store/frame-batch.ts'
import './theme/tokens.css'
import './theme/base.css'
import { beatInUnison } from './theme/beat-in-unison.ts'
import { createAppModel } from './app/app-model.ts'

/** How long a draft or a layout rests before it is kept. */
const DEBOUNCE_MS = 400

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

const connection = connect()
const bridge = hostBridge()
const chooseFolder = bridge === null ? null : (from: string) => bridge.chooseFolder(from)
const model = createAppModel(connection, { frame: nextFrame, debounce: afterMilliseconds(DEBOUNCE_MS) }, chooseFolder)
model.start()
// The page may be gone at any time after it was hidden; `pagehide` is the last word that browsers promise.
window.addEventListener('pagehide', () => model.flush())
document.addEventListener('visibilitychange', () => model.flush())

const showAgent = (agentId: string) => model.stores.layout.dispatch({ type: 'show', agentId })
if (bridge !== null) {
  bridge.onShowAgent(showAgent)
  model.stores.preferences.subscribe(({ keys }, before) => {
    if (keys !== before.keys) bridge.showKeys(keys)
  })
} else {
  followNotices({
    connection,
    preferences: model.stores.preferences,
    isLookedAt: () => document.hasFocus() && document.visibilityState === 'visible',
    show: (notice) => showBrowserNotice(notice, showAgent),
  })
}

beatInUnison(document)

createRoot(root).render(
  <StrictMode>
    <App model={model} onMenuCommand={onMenuCommand} />
  </StrictMode>,
)

/** The application menu of Electron; a browser has none. */
function onMenuCommand(listener: (commandId: string) => void): () => void {
  return hostBridge()?.onMenuCommand(listener) ?? (() => undefined)
}
