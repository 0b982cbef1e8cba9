import { join } from 'node:path'

import { app, BrowserWindow, Menu } from 'electron'

import { MENU_COMMAND_CHANNEL } from '../../../shared/host-bridge.ts'
import { createChannelServer } from '../serve-channel.ts'
import { createContractRouter } from '../serve-contract.ts'
import { appMenuTemplate } from './app-menu.ts'
import { focusWindow, openAppWindow } from './app-window.ts'
import { servePorts } from './message-port.ts'
import { openEngineOrAsk } from './open-engine.ts'
import type { OpenedEngine, OpenEngine } from './open-engine.ts'
import { guardContents, guardPermissions, registerAppScheme, serveAppScheme } from './security.ts'

export interface ElectronAppOptions {
  readonly openEngine: OpenEngine
  /** The built window. */
  readonly rendererDirectory: string
  readonly preloadPath: string
}

/** The engine records what runs and closes the database; what takes longer than this hangs. */
const CLOSE_TIMEOUT_MS = 10_000

/**
 * Runs the app in Electron. One start at a time: a second one focuses the first one's window. The window appears at once
 * and the engine opens meanwhile; quitting closes the engine before the process ends.
 */
export function startElectronApp({ openEngine, rendererDirectory, preloadPath }: ElectronAppOptions): void {
  const profile = join(process.env['IKIGAI_DATA_DIR'] ?? join(app.getPath('appData'), 'ikigai'), 'window')
  // Before the lock: it is one per profile, so that two data directories can be open side by side.
  app.setPath('userData', profile)
  if (!app.requestSingleInstanceLock()) return app.quit()

  app.enableSandbox()
  registerAppScheme()
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  const openWindow = () => openAppWindow({ preloadPath, statePath: join(profile, 'window-state.json') })
  app.on('second-instance', () => focusWindow(BrowserWindow.getAllWindows()[0] ?? openWindow()))
  app.on('activate', () => {
    if (app.isReady() && BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

  const ready = app.whenReady().then(() => {
    guardPermissions()
    serveAppScheme(rendererDirectory)
    Menu.setApplicationMenu(Menu.buildFromTemplate(appMenuTemplate({ platform: process.platform, run: sendToWindow })))
    openWindow()
  })
  const opening = ready.then(() => openEngineOrAsk(openEngine))
  servePorts(opening.then((opened) => (opened === null ? null : serverOf(opened))))
  void opening.then((opened) => {
    if (opened === null) app.quit()
  })
  closeBeforeQuit(opening)
}

function serverOf({ engine, logger, warnings }: OpenedEngine): ReturnType<typeof createChannelServer> {
  for (const warning of warnings) logger.warn(warning)
  return createChannelServer(createContractRouter(engine, logger), logger)
}

function sendToWindow(command: string): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  window?.webContents.send(MENU_COMMAND_CHANNEL, command)
}

/** Holds the end of the process back until the engine is closed, and a question about a failed start is answered by it. */
function closeBeforeQuit(opening: Promise<OpenedEngine | null>): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const overdue = setTimeout(() => app.exit(1), CLOSE_TIMEOUT_MS)
    void opening
      .then((opened) => (opened === null ? undefined : closeEngine(opened)))
      .finally(() => {
        clearTimeout(overdue)
        state = 'closed'
        app.quit()
      })
  })
}

async function closeEngine({ engine, logger }: OpenedEngine): Promise<void> {
  await engine
    .close()
    .catch((error: unknown) => logger.error('Bug: the engine did not close', { error: String(error) }))
}
