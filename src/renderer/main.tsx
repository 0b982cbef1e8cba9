import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import type { AgentId } from '../shared/ids.ts'
import { App } from './app.tsx'
import { parsePopOut } from '../shared/pop-out.ts'
import { connect } from './connection/connect.ts'
import { isDemoWindow, setDemoWindow, openWindowPeers } from './connection/demo-window.ts'
import { hostBridge } from './connection/window-host.ts'
import { followNotifications, showBrowserNotification } from './frame/system-notifications.ts'
import { IS_MAC } from './hooks/platform.ts'
import { afterMilliseconds } from './store/delayed-writes.ts'
import { nextFrame } from './store/frame-batch.ts'
import { texts } from './text/texts.ts'
import './theme/theme.css'
import { createAppModel } from './app/app-model.ts'

/** Delay after the last change before a draft or a layout is saved. */
const DEBOUNCE_MS = 400

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

const connection = connect()
const bridge = hostBridge()
const chooseFolder = bridge === null ? null : (from: string) => bridge.chooseFolder(from)
/** Whether the window is a tab of a browser: not the desktop app, and not installed as a web app. */
const isTab = bridge === null && !window.matchMedia('(display-mode: standalone)').matches
const clock = { frame: nextFrame, debounce: afterMilliseconds(DEBOUNCE_MS) }
const demo = { isShown: isDemoWindow(), show: setDemoWindow }
/** The desktop app opens the window itself, and the page gets none. */
const openPage = (path: string) => window.open(path, '_blank') !== null || bridge !== null
/** Apps of macOS run on without a window; elsewhere the last one ends the app. */
const closeWindow = bridge !== null && IS_MAC ? () => window.close() : null
const place = {
  popOut: parsePopOut(window.location.search),
  peers: openWindowPeers(isDemoWindow()),
  openPage,
  closeWindow,
  offerCommand: bridge === null ? null : () => bridge.offerCommand(),
}
const model = createAppModel(connection, clock, chooseFolder, { isMac: IS_MAC, isTab }, demo, place)
model.start()
// A hidden page may be discarded at any time. `pagehide` is the last event that browsers guarantee.
window.addEventListener('pagehide', () => model.flush())
document.addEventListener('visibilitychange', () => model.flush())

const showAgent = (agentId: AgentId) => model.stores.layout.dispatch({ type: 'show', agentId })
if (bridge !== null) {
  bridge.onShowAgent(showAgent)
  bridge.nameMenuItems(texts.contextMenu)
  model.stores.preferences.subscribe(({ keys }, before) => {
    if (keys !== before.keys) bridge.showKeys(keys)
  })
} else {
  followNotifications({
    connection,
    preferences: model.stores.preferences,
    isFocused: () => document.hasFocus() && document.visibilityState === 'visible',
    show: (notice) => showBrowserNotification(notice, showAgent),
  })
}

createRoot(root).render(
  <StrictMode>
    <App model={model} onMenuCommand={onMenuCommand} />
  </StrictMode>,
)

/** Subscribes to the application menu of Electron; does nothing in a browser. */
function onMenuCommand(listener: (commandId: string) => void): () => void {
  return hostBridge()?.onMenuCommand(listener) ?? (() => undefined)
}
