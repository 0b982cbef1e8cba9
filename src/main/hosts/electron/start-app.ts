import { join } from 'node:path'

import { app, BrowserWindow, dialog, ipcMain, Menu, type OpenDialogOptions, powerMonitor } from 'electron'
import { z } from 'zod'

import { adviseOn } from '../../../shared/advice.ts'
import type { ChosenKeys } from '../../../shared/command-keys.ts'
import {
  CHOOSE_FOLDER_CHANNEL,
  MENU_COMMAND_CHANNEL,
  MENU_KEYS_CHANNEL,
  SHOW_AGENT_CHANNEL,
} from '../../../shared/host-bridge.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { PopOut } from '../../../shared/pop-out.ts'
import { errorMessage } from '../../../shared/result.ts'
import { makeFolder } from '../../make-folder.ts'
import { NO_BROWSERS } from '../client-access.ts'
import { createDemoServer, type DemoServer, type OpenDemo } from '../demo-server.ts'
import { keepRunning } from '../stray-errors.ts'
import { createChannelServer } from '../serve-channel.ts'
import { createContractRouter } from '../serve-contract.ts'
import { dialogConfirmation } from './dialog-confirmation.ts'
import { appMenuTemplate } from './app-menu.ts'
import { focusWindow, openAppWindow } from './app-window.ts'
import { followContextMenus } from './context-menu.ts'
import { type ServePort, servePorts } from './message-port.ts'
import { serveCommandOffer } from './offer-command.ts'
import { type OpenedEngine, type OpenEngine, openEngineOrAsk } from './open-engine.ts'
import type { OpenUpgrade } from './offer-upgrade.ts'
import { createAppReplacer } from './replace-app.ts'
import {
  answerFromFiles,
  type AnswerPath,
  guardContents,
  guardPermissions,
  isTrustedSender,
  registerAppScheme,
  serveAppScheme,
} from './security.ts'
import { serveOpenRequests } from './serve-open-requests.ts'
import { showNotifications } from './show-notifications.ts'
import { prepareSpelling } from './spelling.ts'

export interface ElectronAppOptions {
  readonly openEngine: OpenEngine
  readonly openDemo: OpenDemo
  readonly openUpgrade: OpenUpgrade
  /** The directory of the user's data; absolute. */
  /** Whether only the hosts that the settings name may be connected to. */
  readonly isLimited: boolean
  readonly dataDirectory: string
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
  adviseOn('app')
  const { openEngine, openDemo, openUpgrade, dataDirectory, rendererDirectory, preloadPath } = options
  const profile = join(dataDirectory, 'window')
  // Before requesting the lock: there is one per profile, so that two data directories can be open at the same time.
  const problem = useProfile(profile)
  if (problem !== null) {
    dialog.showErrorBox(
      'ikigai can’t start',
      `${problem} Make the folder writable, or set IKIGAI_DATA_DIR to another one.`,
    )
    return app.exit(1)
  }
  if (!app.requestSingleInstanceLock()) return app.quit()

  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  app.enableSandbox()
  registerAppScheme()
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openWindow))
  const openWindow = (popOut: PopOut | null = null) => {
    const statePath = join(profile, 'window-state.json')
    const window = openAppWindow({ preloadPath, statePath, checksSpelling: spelling.isOn(), popOut })
    // Windows ends the process soon after this event, without the events of quitting.
    window.on('session-end', () => end.begin())
    return window
  }
  const spelling = prepareSpelling(join(profile, 'spelling.json'), options.isLimited)
  const anyWindow = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? openWindow()
  const showWindow = () => focusWindow(anyWindow())
  app.on('second-instance', () => {
    if (app.isReady()) showWindow()
  })
  app.on('activate', () => {
    if (app.isReady() && BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

  const ready = app.whenReady().then(() => {
    guardPermissions()
    serveAppScheme(answerFromDevelopmentServer() ?? answerFromFiles(rendererDirectory))
    const run = (command: string) => sendWhenLoaded(anyWindow(), MENU_COMMAND_CHANNEL, command)
    showMenu({}, run)
    onMenuKeys((chosen) => showMenu(chosen, run))
    followContextMenus(spelling)
    spelling.start()
    openWindow()
    powerMonitor.on('shutdown', quitAtShutdown)
  })
  serveFolderChoice()
  serveCommandOffer()
  const quitting = new AbortController()
  const replaceApp = createAppReplacer(openUpgrade, (then) => end.begin(then))
  const opening = ready.then(() => openEngineOrAsk(() => openEngine(replaceApp), openUpgrade, quitting.signal))
  const serving = opening.then((opened) => (opened === null ? null : serversOf(opened, openDemo)))
  servePorts(serving.then((servers) => servers?.serve ?? null))
  void opening.then((opened) => {
    if (opened === null) app.quit()
    else followEngine(opened, showWindow)
  })
  const showAgent = (agentId: AgentId) => sendWhenLoaded(showWindow(), SHOW_AGENT_CHANNEL, agentId)
  serveOpenRequests(() => opening.then((opened) => opened?.engine ?? null), showAgent)
  const end = closeBeforeQuit(opening, serving, quitting)
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

/** Makes the folder of Electron's profile, and uses it. Returns why that failed, as a sentence; null: it did not. */
function useProfile(profile: string): string | null {
  try {
    makeFolder(profile, { mode: 0o700 })
    app.setPath('userData', profile)
    return null
  } catch (error) {
    return `The folder ${profile} cannot be used: ${errorMessage(error)}.`
  }
}

/** Linux and macOS wait a few seconds for an app that quits by itself. */
function quitAtShutdown(event?: { preventDefault(): void }): void {
  event?.preventDefault()
  app.quit()
}

/** Sends a message to a page: at once, or when it has loaded, because nothing in it listens before. */
function sendWhenLoaded({ webContents }: BrowserWindow, channel: string, message: string): void {
  const send = () => {
    if (!webContents.isDestroyed()) webContents.send(channel, message)
  }
  if (webContents.isLoading()) webContents.once('did-finish-load', send)
  else send()
}

/** Shows notifications about agents, and logs when processes of Electron end. */
function followEngine({ engine, logger }: OpenedEngine, showWindow: () => BrowserWindow): void {
  const stop = new AbortController()
  app.once('will-quit', () => stop.abort())
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    // Chromium restarts its own helper processes; app-window handles the page's process.
    if (reason !== 'clean-exit') logger.warn('A process of the window has ended', { type, reason, exitCode })
  })
  // Which window is focused is not known here: windows are focused later, or not at all.
  const onTaken = (agentId: AgentId) => sendWhenLoaded(showWindow(), SHOW_AGENT_CHANNEL, agentId)
  const say = (text: string): void => logger.error(text)
  const endKeeping = keepRunning({ folder: app.getPath('userData'), say, onError: engine.onStrayError })
  app.once('will-quit', endKeeping)
  void showNotifications(engine, { logger, signal: stop.signal, onTaken })
}

function showMenu(chosen: ChosenKeys, run: (command: string) => void): void {
  const template = appMenuTemplate({ platform: process.platform, hasDevTools: !app.isPackaged, run, chosen })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/**
 * Delays the end of the process until the engine is closed. `begin` closes it now, does what it is given, and quits then. Both abort
 * `quitting`, which answers dialogs about a failed start.
 */
function closeBeforeQuit(
  opening: Promise<OpenedEngine | null>,
  serving: Promise<Servers | null>,
  quitting: AbortController,
): { begin(then?: () => Promise<void>): void } {
  let state: 'open' | 'closing' | 'closed' = 'open'
  const begin = (then = async (): Promise<void> => undefined): void => {
    if (state !== 'open') return
    state = 'closing'
    quitting.abort()
    const overdue = setTimeout(() => app.exit(1), CLOSE_TIMEOUT_MS)
    const closed = Promise.all([
      opening.then((opened) => (opened === null ? undefined : closeEngine(opened))),
      serving.then((servers) => servers?.demo.close()).catch(() => undefined),
    ])
    void closed
      .finally(() => {
        clearTimeout(overdue)
        state = 'closed'
      })
      .then(then)
      .finally(() => app.quit())
  }
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    begin()
  })
  return { begin }
}

async function closeEngine({ engine, logger }: OpenedEngine): Promise<void> {
  await engine
    .close()
    .catch((error: unknown) => logger.error('Bug: the engine did not close', { error: String(error) }))
}

/** Lets the window open a folder dialog. Nothing is read or changed; the engine still validates the path. */
function serveFolderChoice(): void {
  ipcMain.handle(CHOOSE_FOLDER_CHANNEL, async (event, from: unknown): Promise<string | null> => {
    if (!isTrustedSender(event)) return null
    const options: OpenDialogOptions = {
      title: 'Working folder',
      buttonLabel: 'Choose',
      properties: ['openDirectory', 'createDirectory'],
      ...(typeof from === 'string' && from !== '' ? { defaultPath: from } : {}),
    }
    const window = BrowserWindow.fromWebContents(event.sender)
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return canceled ? null : (filePaths[0] ?? null)
  })
}

/**
 * During development (`npm run dev`), the window's files come from the server that recompiles them on changes. They are
 * still served under the app's own origin, so that all origin checks apply; only the content security policy is
 * omitted, which that server's inline scripts and socket would violate. Null: there is no such server, or the app is
 * packaged.
 */
function answerFromDevelopmentServer(): AnswerPath | null {
  // electron-vite defines this name.
  const address = process.env['ELECTRON_RENDERER_URL']
  if (app.isPackaged || address === undefined || !isOnThisMachine(address)) return null
  return (pathname, search) => fetch(new URL(pathname + search, address))
}

function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

const chosenKeys = z.record(z.string(), z.array(z.string()))

/** Calls `listener` with the keys that the user chose: when the window has loaded them, and after each change. */
function onMenuKeys(listener: (keys: ChosenKeys) => void): void {
  ipcMain.on(MENU_KEYS_CHANNEL, (event, keys: unknown) => {
    const parsed = chosenKeys.safeParse(keys)
    if (isTrustedSender(event) && parsed.success) listener(parsed.data)
  })
}
