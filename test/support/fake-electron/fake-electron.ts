import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'

/**
 * Replaces the `electron` module if its binary is missing: the parts that ikigai uses, as in Electron's documentation.
 * One instance is one run of the app. The second half simulates the user and the system.
 */
export type FakeElectron = ReturnType<typeof createFakeElectron>

export interface FakeOptions {
  /** Whether another run of the app holds the lock. */
  readonly alreadyRunning?: boolean
  /** The answers to message boxes, in order: indexes of buttons; `none`: no answer before the box is closed. */
  readonly answers?: readonly (number | 'none')[]
  readonly screens?: readonly FakeBounds[]
  /** The folder that the user chooses in a folder dialog; missing: the dialog is cancelled. */
  readonly chosenFolder?: string
  /** Whether the app is installed instead of run from its sources. */
  readonly packaged?: boolean
}

export interface FakeBounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A menu item as described by the app, without nesting. */
export interface FakeMenuItem {
  readonly id?: string
  readonly role?: string
  readonly label?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly submenu?: readonly FakeMenuItem[]
  readonly click?: () => void
}

type Handler = (request: { readonly url: string; readonly method: string }) => Promise<Response>

/** Settings that the app may pass to a window; stored unchanged. */
interface WindowOptions {
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly webPreferences?: Readonly<Record<string, unknown>>
}

interface BoxOptions {
  readonly cancelId?: number
  readonly signal?: AbortSignal
}

interface NoticeText {
  readonly title: string
  readonly body: string
}

interface NoticeSource {
  readonly text: NoticeText
  readonly open: boolean
}

export class PreventableEvent {
  prevented = false
  constructor(fields: object = {}) {
    Object.assign(this, fields)
  }
  preventDefault(): void {
    this.prevented = true
  }
}

/** The port of the main process: Node's, with Electron's message event. */
export class FakePort extends EventEmitter {
  readonly port: MessagePort
  constructor(port: MessagePort) {
    super()
    this.port = port
    port.on('close', () => this.emit('close'))
  }
  start(): void {
    this.port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }))
  }
  postMessage(message: unknown): void {
    this.port.postMessage(message)
  }
  close(): void {
    this.port.close()
  }
}

class MessageChannelMain {
  readonly port1: FakePort
  readonly port2: FakePort
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new FakePort(port1)
    this.port2 = new FakePort(port2)
  }
}

export class FakeWebContents extends EventEmitter {
  url = ''
  readonly sent: (readonly unknown[])[] = []
  readonly mainFrame = { url: '' }
  windowOpenHandler: ((details: { url: string }) => { action: string }) | null = null
  destroyed = false
  /** Operations on the page's process, in order. */
  readonly treated: ('crashed' | 'reloaded')[] = []
  forcefullyCrashRenderer(): void {
    this.treated.push('crashed')
    this.emit('render-process-gone', new PreventableEvent(), { reason: 'crashed', exitCode: 5 })
  }
  reload(): void {
    this.treated.push('reloaded')
    this.emit('did-finish-load')
  }
  send(channel: string, ...message: unknown[]): void {
    this.sent.push([channel, ...message])
  }
  postMessage(channel: string, message: unknown, ports: readonly FakePort[]): void {
    this.emit('fake:port', channel, message, ports)
  }
  getURL(): string {
    return this.url
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler
  }
}

export function createFakeElectron(options: FakeOptions = {}) {
  const app = new FakeApp(options)
  const windows: FakeWindow[] = []
  const handlers = new Map<string, Handler>()
  const opened: string[] = []
  const boxes: unknown[] = []
  const answers = [...(options.answers ?? [])]
  const notifications: (NoticeSource & EventEmitter)[] = []
  const privileged: unknown[] = []
  const invoked = new Map<string, (event: object, ...args: unknown[]) => unknown>()
  const ipcMain = Object.assign(new EventEmitter(), {
    handle: (channel: string, answer: (event: object, ...args: unknown[]) => unknown) =>
      void invoked.set(channel, answer),
  })
  const folderDialogs: object[] = []
  const screens = options.screens ?? [{ x: 0, y: 0, width: 1920, height: 1080 }]
  const permissions: {
    request: ((contents: FakeWebContents, permission: string, answer: (granted: boolean) => void) => void) | null
    check: ((contents: unknown, permission: string, origin: string) => boolean) | null
    device: (() => boolean) | null
  } = { request: null, check: null, device: null }
  let focusAsked = 0
  let menu: readonly FakeMenuItem[] = []

  class FakeWindow extends EventEmitter {
    static getAllWindows = (): readonly FakeWindow[] => windows
    static fromWebContents = (contents: object): FakeWindow | null =>
      windows.find(({ webContents }) => webContents === contents) ?? null
    static getFocusedWindow = (): FakeWindow | null => {
      focusAsked += 1
      return windows.find(({ focused }) => focused) ?? null
    }
    readonly options: WindowOptions
    readonly webContents = new FakeWebContents()
    focused = false
    minimized = false
    maximized = false
    bounds: FakeBounds
    constructor(windowOptions: WindowOptions) {
      super()
      if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
      const { x = 0, y = 0, width = 800, height = 600 } = windowOptions
      this.options = windowOptions
      this.bounds = { x, y, width, height }
      windows.push(this)
      app.emit('web-contents-created', new PreventableEvent(), this.webContents)
    }
    loadURL(url: string): Promise<void> {
      this.webContents.url = url
      this.webContents.mainFrame.url = url
      return Promise.resolve()
    }
    getNormalBounds = () => this.bounds
    isMaximized = () => this.maximized
    isMinimized = () => this.minimized
    maximize(): void {
      this.maximized = true
    }
    restore(): void {
      this.minimized = false
    }
    show(): void {}
    focus(): void {
      this.focused = true
    }
    isDestroyed = () => this.webContents.destroyed
    close(): void {
      this.emit('close', new PreventableEvent())
      this.destroy()
    }
    destroy(): void {
      this.webContents.destroyed = true
      windows.splice(windows.indexOf(this), 1)
      this.emit('closed')
      if (windows.length === 0) app.emit('window-all-closed')
    }
  }
  app.closeWindows = () => {
    for (const window of windows.slice()) window.close()
  }

  class FakeNotification extends EventEmitter {
    static isSupported = () => true
    readonly text: NoticeText
    open = false
    constructor(text: NoticeText) {
      super()
      this.text = text
    }
    show(): void {
      this.open = true
      notifications.push(this)
    }
    close(): void {
      this.open = false
    }
  }

  return {
    app,
    BrowserWindow: FakeWindow,
    Notification: FakeNotification,
    Menu: {
      buildFromTemplate: (template: readonly FakeMenuItem[]) => template,
      setApplicationMenu(template: readonly FakeMenuItem[]): void {
        menu = template
      },
    },
    MessageChannelMain,
    dialog: {
      /** Called with or without the parent window. */
      async showMessageBox(...args: readonly object[]): Promise<{ response: number }> {
        const box: BoxOptions | undefined = args.at(-1)
        boxes.push(box)
        const response = answers.shift()
        if (response === 'none') return { response: await dismissed(box) }
        if (response === undefined) throw new Error('Nobody answers this message box')
        return { response }
      },
      async showOpenDialog(...args: readonly object[]): Promise<{ canceled: boolean; filePaths: readonly string[] }> {
        folderDialogs.push(args.at(-1) ?? {})
        const filePaths = options.chosenFolder === undefined ? [] : [options.chosenFolder]
        return { canceled: filePaths.length === 0, filePaths }
      },
    },
    ipcMain,
    nativeTheme: { shouldUseDarkColors: false },
    protocol: {
      registerSchemesAsPrivileged(schemes: readonly unknown[]): void {
        if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
        privileged.push(...schemes)
      },
      handle: (scheme: string, handler: Handler) => void handlers.set(scheme, handler),
    },
    screen: { getAllDisplays: () => screens.map((workArea) => ({ workArea })) },
    session: {
      defaultSession: {
        setPermissionRequestHandler(handler: NonNullable<typeof permissions.request>): void {
          permissions.request = handler
        },
        setPermissionCheckHandler(handler: NonNullable<typeof permissions.check>): void {
          permissions.check = handler
        },
        setDevicePermissionHandler(handler: () => boolean): void {
          permissions.device = handler
        },
      },
    },
    shell: { openExternal: async (url: string) => void opened.push(url) },

    /** What happened, and operations of the user and the system. */
    fake: {
      windows,
      privileged,
      opened,
      boxes,
      notifications,
      /** Number of requests of the app for the focused window. */
      get focusAsked() {
        return focusAsked
      },
      permissions,
      menuItems: (): readonly FakeMenuItem[] => menu.flatMap(({ submenu }) => submenu ?? []),
      async fetch(url: string, method = 'GET'): Promise<Response> {
        const handler = handlers.get(new URL(url).protocol.replace(':', ''))
        if (handler === undefined) throw new Error(`Nobody serves ${url}`)
        return handler({ url, method })
      },
      /** The requests for folder dialogs. */
      folderDialogs,
      /** Sends a request from the page of this window, or from a frame in it, to the main process. */
      invokeFromPage: async (
        contents: FakeWebContents,
        channel: string,
        argument: unknown,
        senderFrame: object | null = contents.mainFrame,
      ): Promise<unknown> => invoked.get(channel)?.({ sender: contents, senderFrame }, argument),
      /** Sends a message from the page of this window, or from a frame in it. */
      sendFromPage(
        contents: FakeWebContents,
        channel: string,
        senderFrame: object | null = contents.mainFrame,
        ...message: readonly unknown[]
      ): void {
        ipcMain.emit(channel, { sender: contents, senderFrame }, ...message)
      },
    },
  }
}

/** Resolves to the cancel button when the app itself closes the box. */
function dismissed(box: BoxOptions | undefined): Promise<number> {
  return new Promise((resolve) => {
    box?.signal?.addEventListener('abort', () => resolve(box.cancelId ?? 0), { once: true })
  })
}

class FakeApp extends EventEmitter {
  readonly isPackaged: boolean
  readonly paths = new Map([['appData', '/nowhere']])
  readonly #alreadyRunning: boolean
  readonly #becomeReady: () => void
  readonly #whenReady: Promise<void>
  #ready = false
  sandboxed = false
  /** Null while the process is running. */
  exitCode: number | null = null
  closeWindows = () => {}

  constructor({ alreadyRunning = false, packaged = false }: FakeOptions) {
    super()
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
  enableSandbox(): void {
    this.sandboxed = true
  }
  getPath(name: string): string {
    const path = this.paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  quit(): void {
    if (this.exitCode !== null) return
    this.closeWindows()
    const event = new PreventableEvent()
    this.emit('will-quit', event)
    if (!event.prevented) this.exit(0)
  }
  exit(code = 0): void {
    this.exitCode = code
    this.emit('fake:exit')
  }
}
