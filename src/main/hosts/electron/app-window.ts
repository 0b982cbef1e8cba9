import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'

import { type PopOut, popOutPath } from '../../../shared/pop-out.ts'
import { APP_ORIGIN } from './security.ts'
import { isReachable, readWindowState, writeWindowState } from './window-state.ts'

const DEFAULT_SIZE = { width: 1440, height: 900 }
const PANE_SIZE = { width: 760, height: 900 }
const SMALLEST = { minWidth: 600, minHeight: 400 }

/** Opens the window at its last position, immediately and in the right colour; its content follows. */
export function openAppWindow({
  preloadPath,
  statePath,
  checksSpelling,
  popOut,
}: {
  readonly preloadPath: string
  /** The file that stores the window's position. */
  readonly statePath: string
  /** Whether spelling is checked in its text fields (spelling.ts). */
  readonly checksSpelling: boolean
  /** What it shows in place of the shared layout; null: nothing else. Only windows without it keep their position. */
  readonly popOut: PopOut | null
}): BrowserWindow {
  const kept = popOut === null ? readWindowState(statePath) : null
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const size = popOut === null || popOut.agents.length > 1 ? DEFAULT_SIZE : PANE_SIZE
  const place = kept !== null && isReachable(kept.bounds, screens) ? kept.bounds : size
  const window = new BrowserWindow({
    ...place,
    ...SMALLEST,
    title: 'ikigai',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181a' : '#ffffff',
    webPreferences: {
      // The preload script passes on one port and two kinds of text, opens the folder dialog, and exposes nothing else.
      preload: preloadPath, // eng-disable PRELOAD_JS_CHECK
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      // A middle click would request a new window; security.ts denies that, too.
      disableBlinkFeatures: 'Auxclick',
      // Agents stream and send notifications even while the window is hidden.
      backgroundThrottling: false,
      spellcheck: checksSpelling,
      devTools: !app.isPackaged,
    },
  })
  if (kept?.maximized === true) window.maximize()
  window.on('close', () => {
    if (popOut === null)
      writeWindowState(statePath, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  })
  recoverWindow(window)
  void window.loadURL(APP_ORIGIN + (popOut === null ? '/' : popOutPath(popOut)))
  return window
}

/**
 * Brings the window to the front after the app was started again or a notification was clicked, and returns it. The
 * system focuses it later, or refuses to.
 */
export function focusWindow(window: BrowserWindow): BrowserWindow {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  return window
}

/**
 * Asks what to do when the page's process has crashed or hangs, and reloads the page. The engine runs in this process
 * and is not affected; the reloaded page shows its state again.
 */
function recoverWindow(window: BrowserWindow): void {
  const { webContents } = window
  let question: AbortController | null = null
  let endedByUs = false

  const ask = async (problem: Problem, answers: readonly [() => void, () => void]): Promise<void> => {
    question?.abort()
    const own = new AbortController()
    question = own
    const { response } = await dialog.showMessageBox(window, { ...BOX, ...problem, signal: own.signal })
    if (!own.signal.aborted && !window.isDestroyed()) answers[response === 0 ? 0 : 1]()
  }
  const restart = (): void => {
    endedByUs = true
    webContents.forcefullyCrashRenderer()
    webContents.reload()
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || endedByUs) return
    // `destroy`, because a page that does not run cannot handle being closed.
    void ask(DEAD, [() => webContents.reload(), () => window.destroy()])
  })
  webContents.on('did-finish-load', () => {
    endedByUs = false
  })
  window.on('unresponsive', () => void ask(HANGING, [restart, () => undefined]))
  window.on('responsive', () => question?.abort())
}

interface Problem {
  readonly message: string
  readonly buttons: string[]
}

const DEAD: Problem = { message: 'The window has stopped working', buttons: ['Reload', 'Close Window'] }
const HANGING: Problem = { message: 'The window is not responding', buttons: ['Reload', 'Wait'] }
const BOX = {
  type: 'warning',
  title: 'ikigai',
  detail: 'Your agents run outside the window: they continue, and nothing is lost.',
  defaultId: 0,
  cancelId: 1,
  noLink: true,
} as const
