import { join } from 'node:path'

import { app, BrowserWindow, Menu } from 'electron'

import type { ChosenKeys } from '../../../shared/command-keys.ts'
import { MENU_COMMAND_CHANNEL, SHOW_AGENT_CHANNEL } from '../../../shared/host-bridge.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { NO_BROWSERS } from '../client-access.ts'
import { createDemoServer, type DemoServer, type OpenDemo } from '../demo-server.ts'
import { createChannelServer } from '../serve-channel.ts'
import { createContractRouter } from '../serve-contract.ts'
import { dialogConfirmation } from './dialog-confirmation.ts'
import { answerFromDevelopmentServer } from './development-server.ts'
import { appMenuTemplate } from './app-menu.ts'
import { serveFolderChoice } from './choose-folder.ts'
import { focusWindow, openAppWindow } from './app-window.ts'
import { onMenuKeys } from './menu-keys.ts'
import { servePorts, type ServePort } from './message-port.ts'
import { openEngineOrAsk } from './open-engine.ts'
import type { OpenedEngine, OpenEngine } from './open-engine.ts'
import type { OpenUpgrade } from './offer-upgrade.ts'
import { answerFromFiles, guardContents, guardPermissions, registerAppScheme, serveAppScheme } from './security.ts'
import { showNotifications } from './show-notifications.ts'

export interface ElectronAppOptions {
  readonly openEngine: OpenEngine
  readonly openDemo: OpenDemo
  readonly openUpgrade: OpenUpgrade
  /** Directory of the built window. */
  readonly rendererDirectory: string
  readonly preloadPath: string
}

/** The id under which Windows groups notifications; electron-builder.config.ts gives the installed app the same id. */
const APP_ID = 'app.ikigai.desktop'

/** Time limit for the engine to record running turns and close the database, ms. */
const CLOSE_TIMEOUT_MS = 10_000

/**
 * Runs the app in Electron. Only one instance runs at a time: a second one focuses the window of the first. The window
 * appears at once while the engine opens; quitting closes the engine before the process ends.
 */
export function startElectronApp(options: ElectronAppOptions): void {
  const { openEngine, openDemo, openUpgrade, rendererDirectory, preloadPath } = options
  const profile = join(process.env['IKIGAI_DATA_DIR'] ?? join(app.getPath('appData'), 'ikigai'), 'window')
  // Before requesting the lock: there is one per profile, so that two data directories can be open at the same time.
  app.setPath('userData', profile)
  if (!app.requestSingleInstanceLock()) return app.quit()

  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  app.enableSandbox()
  registerAppScheme()
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  const openWindow = () => openAppWindow({ preloadPath, statePath: join(profile, 'window-state.json') })
  const showWindow = () => focusWindow(BrowserWindow.getAllWindows()[0] ?? openWindow())
  app.on('second-instance', showWindow)
  app.on('activate', () => {
    if (app.isReady() && BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

  const ready = app.whenReady().then(() => {
    guardPermissions()
    serveAppScheme(answerFromDevelopmentServer() ?? answerFromFiles(rendererDirectory))
    showMenu({})
    onMenuKeys(showMenu)
    openWindow()
  })
  serveFolderChoice()
  const opening = ready.then(() => openEngineOrAsk(openEngine, openUpgrade))
  const serving = opening.then((opened) => (opened === null ? null : serversOf(opened, openDemo)))
  servePorts(serving.then((servers) => servers?.serve ?? null))
  void opening.then((opened) => {
    if (opened === null) app.quit()
    else followEngine(opened, showWindow)
  })
  closeBeforeQuit(opening, serving)
}

interface Servers {
  readonly serve: ServePort
  readonly demo: DemoServer
}

function serversOf({ engine, logger, warnings }: OpenedEngine, openDemo: OpenDemo): Servers {
  for (const warning of warnings) logger.warn(warning)
  const own = createChannelServer(createContractRouter(engine, logger), logger)
  const demo = createDemoServer(openDemo, logger)
  const access = { confirmation: dialogConfirmation, sessions: NO_BROWSERS }
  return { demo, serve: (channel, showsDemo) => (showsDemo ? demo.serve(channel, access) : own(channel, access)) }
}

/** Shows notifications about agents, and logs when processes of Electron end. */
function followEngine({ engine, logger }: OpenedEngine, showWindow: () => void): void {
  const stop = new AbortController()
  app.once('will-quit', () => stop.abort())
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    // Chromium restarts its own helper processes; app-window handles the page's process.
    if (reason !== 'clean-exit') logger.warn('A process of the window has ended', { type, reason, exitCode })
  })
  const onTaken = (agentId: AgentId) => {
    showWindow()
    BrowserWindow.getFocusedWindow()?.webContents.send(SHOW_AGENT_CHANNEL, agentId)
  }
  void showNotifications(engine, { logger, signal: stop.signal, onTaken })
}

function showMenu(chosen: ChosenKeys): void {
  const template = appMenuTemplate({ platform: process.platform, run: sendToWindow, chosen })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

function sendToWindow(command: string): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  window?.webContents.send(MENU_COMMAND_CHANNEL, command)
}

/** Delays the end of the process until the engine is closed. Quitting also answers a dialog about a failed start. */
function closeBeforeQuit(opening: Promise<OpenedEngine | null>, serving: Promise<Servers | null>): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const overdue = setTimeout(() => app.exit(1), CLOSE_TIMEOUT_MS)
    const closed = Promise.all([
      opening.then((opened) => (opened === null ? undefined : closeEngine(opened))),
      serving.then((servers) => servers?.demo.close()).catch(() => undefined),
    ])
    void closed.finally(() => {
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
