import { app, BrowserWindow, nativeTheme, screen } from 'electron'

import { recoverWindow } from './recover-window.ts'
import { APP_ORIGIN } from './security.ts'
import { isReachable, readWindowState, writeWindowState } from './window-state.ts'

export interface AppWindowOptions {
  readonly preloadPath: string
  /** The file that keeps the window's place. */
  readonly statePath: string
}

const DEFAULT_SIZE = { width: 1440, height: 900 }
const SMALLEST = { minWidth: 600, minHeight: 400 }

/** Opens the window where it was last time, at once and in the right colour; its content follows. */
export function openAppWindow({ preloadPath, statePath }: AppWindowOptions): BrowserWindow {
  const kept = readWindowState(statePath)
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const place = kept !== null && isReachable(kept.bounds, screens) ? kept.bounds : DEFAULT_SIZE
  const window = new BrowserWindow({
    ...place,
    ...SMALLEST,
    title: 'ikigai',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181a' : '#ffffff',
    webPreferences: {
      // It passes one port and two kinds of text on, asks for a folder, and exposes nothing else.
      preload: preloadPath, // eng-disable PRELOAD_JS_CHECK
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      // A middle click would ask for a window of its own; that is denied in security.ts, too.
      disableBlinkFeatures: 'Auxclick',
      // Agents stream and notify also while nobody looks.
      backgroundThrottling: false,
      // Chromium would fetch its dictionaries from the network.
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  if (kept?.maximized === true) window.maximize()
  window.on('close', () => {
    writeWindowState(statePath, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  })
  recoverWindow(window)
  void window.loadURL(`${APP_ORIGIN}/`)
  return window
}

/** Brings the window to the front: the app was started again, or a notification was taken up. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
