import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'

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

export class MessageChannelMain {
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
  /** Messages that arrived in a page. */
  readonly sent: (readonly unknown[])[] = []
  /** Messages that nothing in the page listened to yet. */
  readonly lost: (readonly unknown[])[] = []
  readonly session: object
  readonly #holdsLoading: boolean
  #loading = ''
  readonly mainFrame = { url: '' }
  windowOpenHandler: ((details: { url: string }) => { action: string }) | null = null
  destroyed = false
  /** Operations on the page's process, in order. */
  readonly treated: ('crashed' | 'reloaded')[] = []
  /** Editing commands and downloads, in order. */
  readonly commands: (readonly [name: string, ...args: unknown[]])[] = []
  constructor(session: object, holdsLoading: boolean) {
    super()
    this.session = session
    this.#holdsLoading = holdsLoading
  }
  forcefullyCrashRenderer(): void {
    this.treated.push('crashed')
    setImmediate(() => this.emit('render-process-gone', new PreventableEvent(), { reason: 'crashed', exitCode: 5 }))
  }
  reload(): void {
    this.treated.push('reloaded')
    this.load(this.url)
  }
  load(url: string): void {
    this.#loading = url
    if (!this.#holdsLoading) setImmediate(() => this.finishLoading())
  }
  finishLoading(): void {
    if (this.#loading === '' || this.destroyed) return
    this.url = this.#loading
    this.mainFrame.url = this.#loading
    this.#loading = ''
    this.emit('did-finish-load')
  }
  isLoading(): boolean {
    return this.#loading !== ''
  }
  send(channel: string, ...message: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    ;(this.isLoading() ? this.lost : this.sent).push([channel, ...message])
  }
  replaceMisspelling(word: string): void {
    this.commands.push(['replaceMisspelling', word])
  }
  copyImageAt(x: number, y: number): void {
    this.commands.push(['copyImageAt', x, y])
  }
  downloadURL(url: string): void {
    this.commands.push(['downloadURL', url])
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
