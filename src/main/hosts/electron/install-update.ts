import { createReadStream } from 'node:fs'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { AppUpdater, BaseUpdater, NsisUpdater, UpdateInfo } from 'electron-updater'

import type { LoadedUpdate } from '../../core/ports/update-ports.ts'
import { makeFolder } from '../../make-folder.ts'

/** What is replaced, and where this system keeps what belongs to it. */
interface InstallPlace {
  readonly platform: NodeJS.Platform
  readonly version: string
  /** The folder with the loaded update; absolute. */
  readonly folder: string
  /** Where the app was packed to: its `app-update.yml` names who signs programs on Windows. */
  readonly resources: string
  /** The running AppImage; undefined: it is none. */
  readonly appImage: string | undefined
  readonly quit: () => void
  readonly log: (text: string) => void
}

/** Where an AppImage is prepared: beside it, so that replacing it is one step and needs no more room. */
const BESIDE = '.ikigai-update'

/**
 * Gives a loaded update to electron-updater, which reaches no network here: its only source is the file, compared with its hash
 * once more while it is copied. Nothing of the app is changed. Returns what replaces it and starts the new one, which returns
 * whether that was done; the old process has to end then. Rejects if the system cannot be prepared.
 */
export async function prepareInstall(update: LoadedUpdate, place: InstallPlace): Promise<() => boolean> {
  const updater = await updaterFor(place, await adapterFor(place))
  updater.logger = logger(place.log)
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  updater.setFeedURL({ provider: 'custom', updateProvider: sourceOf(update) })
  Reflect.set(updater, 'httpExecutor', { download: (from: URL, to: string) => copyChecked(from, to, update) })
  const found = await updater.checkForUpdates()
  if (found?.isUpdateAvailable !== true) throw new Error(`electron-updater found no version ${update.version}.`)
  await updater.downloadUpdate()
  return () => install(updater, place)
}

async function updaterFor({ platform }: InstallPlace, adapter: AppAdapter): Promise<AppUpdater> {
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  if (platform === 'win32') return new NsisUpdater(null, adapter)
  return platform === 'darwin' ? new MacUpdater(undefined, adapter) : new AppImageUpdater(null, adapter)
}

type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>

/** What electron-updater asks of the app. */
async function adapterFor({ folder, version, resources, appImage, quit }: InstallPlace): Promise<AppAdapter> {
  const ownFile = join(folder, 'app-update.yml')
  if (appImage !== undefined) await writeFile(ownFile, JSON.stringify({ updaterCacheDirName: BESIDE }))
  return {
    version,
    name: 'ikigai',
    isPackaged: true,
    appUpdateConfigPath: appImage === undefined ? join(resources, 'app-update.yml') : ownFile,
    userDataPath: folder,
    baseCachePath: appImage === undefined ? folder : dirname(appImage),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit,
    onQuit: () => undefined,
  }
}

function sourceOf({ version, path, name, size, sha512 }: LoadedUpdate) {
  const file = { url: name, size, sha512 }
  const info: UpdateInfo = { version, files: [file], path: name, sha512, releaseDate: '' }
  return class {
    readonly fileExtraDownloadHeaders = null
    /** They would name this installation. */
    setRequestHeaders = (): void => undefined
    getLatestVersion = async (): Promise<UpdateInfo> => info
    resolveFiles = () => [{ url: pathToFileURL(path), info: file }]
  }
}

async function copyChecked(from: URL, to: string, { sha512 }: LoadedUpdate): Promise<string> {
  makeFolder(dirname(to))
  await copyFile(fileURLToPath(from), to)
  const digest = createHash('sha512')
  await pipeline(createReadStream(to), digest)
  if (digest.digest('base64') === sha512) return to
  await rm(to, { force: true })
  throw new Error('The update was changed after it was loaded.')
}

function install(updater: AppUpdater, { platform, appImage }: InstallPlace): boolean {
  if (platform === 'darwin') {
    updater.quitAndInstall()
    return true
  }
  const isDone = isBase(updater) && updater.install(true, true)
  if (appImage !== undefined) void rm(join(dirname(appImage), BESIDE), { recursive: true, force: true })
  return isDone
}

function isBase(updater: AppUpdater): updater is BaseUpdater {
  return 'install' in updater
}

function logger(log: (text: string) => void) {
  const line = (message?: unknown): void => log(String(message))
  return { info: line, warn: line, error: line }
}
