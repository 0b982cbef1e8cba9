import { EventEmitter } from 'node:events'

import { type AppOptions, FakeApp, FakeSpelling } from './fake-app.ts'
import { FakeWebContents, MessageChannelMain, PreventableEvent } from './fake-contents.ts'

/**
 * Replaces the `electron` module if its binary is missing: the parts that ikigai uses, as in Electron's documentation.
 * One instance is one run of the app. The second half simulates the user and the system. What takes time in Electron
 * (focus, loading, closing, a crash, quitting) happens in a later task, and nothing happens that Electron does not do:
 * a window has no focus until it got it, messages to a page that is loading are lost.
 */
export type FakeElectron = ReturnType<typeof createFakeElectron>

export interface FakeOptions extends AppOptions {
  /** The answers to message boxes, in order: indexes of buttons; `none`: no answer before the box is closed. */
  readonly answers?: readonly (number | 'none')[]
  readonly screens?: readonly FakeBounds[]
  /** The folder that the user chooses in a folder dialog; missing: the dialog is cancelled. */
  readonly chosenFolder?: string
  /** `refused`: the system gives no window the focus, as Wayland without a token. */
  readonly focus?: 'refused'
  /** `held`: pages load until `finishLoading` of their contents is called. */
  readonly loading?: 'held'
  /** Why the system shows no notifications. */
  readonly notificationError?: string
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
    request:
      | ((
          contents: FakeWebContents,
          permission: string,
          answer: (granted: boolean) => void,
          details: { readonly isMainFrame: boolean },
        ) => void)
      | null
    check: ((contents: unknown, permission: string, origin: string) => boolean) | null
    device: (() => boolean) | null
  } = { request: null, check: null, device: null }
  const errorBoxes: (readonly string[])[] = []
  const popups: { readonly items: readonly FakeMenuItem[]; readonly options: object }[] = []
  const copied: string[] = []
  const spelling = new FakeSpelling()
  let focusAsked = 0
  let menu: FakeMenu | null = null

  const defaultSession = {
    get availableSpellCheckerLanguages() {
      return spelling.available
    },
    setSpellCheckerEnabled: (isOn: boolean) => spelling.enable(isOn),
    setSpellCheckerLanguages: (languages: readonly string[]) => spelling.download(languages),
    addWordToSpellCheckerDictionary: (word: string) => spelling.learn(word),
    setPermissionRequestHandler(handler: NonNullable<typeof permissions.request>): void {
      permissions.request = handler
    },
    setPermissionCheckHandler(handler: NonNullable<typeof permissions.check>): void {
      permissions.check = handler
    },
    setDevicePermissionHandler(handler: () => boolean): void {
      permissions.device = handler
    },
  }

  class FakeWindow extends EventEmitter {
    static getAllWindows = (): readonly FakeWindow[] => windows
    static fromWebContents = (contents: object): FakeWindow | null =>
      windows.find(({ webContents }) => webContents === contents) ?? null
    static getFocusedWindow = (): FakeWindow | null => {
      focusAsked += 1
      return windows.find(({ focused }) => focused) ?? null
    }
    readonly options: WindowOptions
    readonly webContents = new FakeWebContents(defaultSession, options.loading === 'held')
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
      const loaded = new Promise<void>((resolve) => void this.webContents.once('did-finish-load', resolve))
      this.webContents.load(url)
      return loaded
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
      if (options.focus === 'refused') return
      setImmediate(() => {
        if (this.webContents.destroyed) return
        for (const window of windows) window.focused = window === this
        this.emit('focus')
      })
    }
    isDestroyed = () => this.webContents.destroyed
    close(): void {
      const event = new PreventableEvent()
      this.emit('close', event)
      // The page runs its own handlers before.
      if (!event.prevented) setImmediate(() => this.destroy())
    }
    destroy(): void {
      if (this.webContents.destroyed) return
      this.webContents.destroyed = true
      windows.splice(windows.indexOf(this), 1)
      this.emit('closed')
      if (windows.length === 0) app.haveWindowsClosed()
    }
  }
  app.closeWindows = () => {
    for (const window of windows.slice()) window.close()
    return windows.length === 0
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
      const error = options.notificationError
      notifications.push(this)
      this.open = error === undefined
      setImmediate(() => (error === undefined ? this.emit('show', {}) : this.emit('failed', {}, error)))
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
      buildFromTemplate: (items: readonly FakeMenuItem[]): FakeMenu => ({
        items,
        popup: (place) => void popups.push({ items, options: place }),
      }),
      setApplicationMenu(shown: FakeMenu): void {
        menu = shown
      },
    },
    MessageChannelMain,
    clipboard: { writeText: (text: string) => void copied.push(text) },
    powerMonitor: new EventEmitter(),
    dialog: {
      /** Works before the app is ready. */
      showErrorBox: (title: string, content: string) => void errorBoxes.push([title, content]),
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
    session: { defaultSession },
    shell: { openExternal: async (url: string) => void opened.push(url) },

    /** What happened, and operations of the user and the system. */
    fake: {
      windows,
      privileged,
      opened,
      boxes,
      errorBoxes,
      popups,
      /** Texts that were put on the clipboard. */
      copied,
      spelling,
      notifications,
      /** Number of requests of the app for the focused window. */
      get focusAsked() {
        return focusAsked
      },
      permissions,
      menuItems: (): readonly FakeMenuItem[] => menu?.items.flatMap(({ submenu }) => submenu ?? []) ?? [],
      /** The user's session ends, on Windows: no event of quitting comes. */
      endSession(): void {
        for (const window of windows.slice()) window.emit('session-end', { reasons: ['shutdown'] })
      },
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

interface FakeMenu {
  readonly items: readonly FakeMenuItem[]
  popup(options: object): void
}
