import { EventEmitter } from 'node:events'
import { isAbsolute } from 'node:path'

import { PreventableEvent } from './fake-contents.ts'

export interface AppOptions {
  /** Whether another run of the app holds the lock. */
  readonly alreadyRunning?: boolean
  /** Whether the app is installed instead of run from its sources. */
  readonly packaged?: boolean
  /** As the system names them, the preferred one first. */
  readonly languages?: readonly string[]
}

/** The spelling checker of a session, with some of Chromium's dictionaries. */
export class FakeSpelling {
  readonly available: readonly string[] = ['de', 'en-AU', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT']
  /** The languages whose dictionaries were downloaded. */
  readonly downloaded: string[] = []
  readonly learned: string[] = []
  isOn = true
  enable(isOn: boolean): void {
    this.isOn = isOn
  }
  download(languages: readonly string[]): void {
    const unknown = languages.find((language) => !this.available.includes(language))
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`)
    this.downloaded.push(...languages)
  }
  learn(word: string): boolean {
    this.learned.push(word)
    return true
  }
}

export class FakeApp extends EventEmitter {
  readonly isPackaged: boolean
  readonly paths = new Map([['appData', '/nowhere']])
  readonly #languages: readonly string[]
  #isQuitting = false
  readonly #alreadyRunning: boolean
  readonly #becomeReady: () => void
  readonly #whenReady: Promise<void>
  #ready = false
  sandboxed = false
  /** Null while the process is running. */
  exitCode: number | null = null
  /** Returns whether there is none. */
  closeWindows = (): boolean => true

  constructor({ alreadyRunning = false, packaged = false, languages = ['en-US'] }: AppOptions) {
    super()
    this.#languages = languages
    this.isPackaged = packaged
    this.#alreadyRunning = alreadyRunning
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenReady = promise
    this.#becomeReady = resolve
  }
  becomeReady(): void {
    this.#ready = true
    this.#becomeReady()
    this.emit('ready')
  }
  isReady = () => this.#ready
  whenReady = () => this.#whenReady
  requestSingleInstanceLock = () => !this.#alreadyRunning
  /** What concerns the next start, in order. */
  readonly restarts: ('unlocked' | 'relaunched')[] = []
  releaseSingleInstanceLock(): void {
    this.restarts.push('unlocked')
  }
  relaunch(): void {
    this.restarts.push('relaunched')
  }
  getVersion = () => '1.2.3'
  enableSandbox(): void {
    this.sandboxed = true
  }
  getPath(name: string): string {
    const path = this.paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.paths.set(name, path)
  }
  setAppUserModelId = () => {}
  getPreferredSystemLanguages = () => this.#languages
  /** Closes all windows; `will-quit` comes when they are closed. */
  quit(): void {
    if (this.exitCode !== null || this.#isQuitting) return
    this.#isQuitting = true
    this.emit('before-quit', new PreventableEvent())
    if (this.closeWindows()) this.#end()
  }
  /** Called when the last window was closed. */
  haveWindowsClosed(): void {
    if (this.#isQuitting) this.#end()
    else this.emit('window-all-closed')
  }
  #end(): void {
    const event = new PreventableEvent()
    this.emit('will-quit', event)
    if (event.prevented) this.#isQuitting = false
    else this.exit(0)
  }
  exit(code = 0): void {
    this.exitCode = code
    this.emit('fake:exit')
  }
}
