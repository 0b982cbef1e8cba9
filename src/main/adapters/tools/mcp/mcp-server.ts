import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import type { CallToolResult, Client } from '@modelcontextprotocol/client'

import type { JsonObject } from '../../../../shared/json.ts'
import { errorMessage, refuse, type Result } from '../../../../shared/result.ts'
import type { ServerAnswer } from '../../../../shared/server-question.ts'
import type { ToolServerState } from '../../../../shared/tool-list.ts'
import { visibleText } from '../../../../shared/visible-text.ts'
import type { OpenSignIn, ServerTool } from '../../../core/ports/tool-server-ports.ts'
import { PatternThread } from '../foreign-patterns/pattern-thread.ts'
import type { QuestionParams } from './ask-for-server.ts'
import { connectServer, type ServerEntry } from './connect-server.ts'
import { ServerLogin } from './oauth/server-login.ts'
import { CallLimits, RunningCalls, type ServerCall } from './running-calls.ts'
import type { CallRun } from './server-tool.ts'
import { appOfTool, readToolApp } from './tool-app.ts'
import { serverToolNames } from './tool-name.ts'
import { type McpOptions, notOfPlugin, pluginServerOrigin, DECLINES } from './mcp-options.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const CALL_TIMEOUT_MS = 120_000
/** A server that is an npm package may take seconds. */
export const READY_WITHIN_MS = 10_000
/** Longest progress or log message that is shown, UTF-16 units. */
const MAX_MESSAGE = 2_000

type State = Pick<ToolServerState, 'state' | 'message' | 'reason'>

/** One MCP server. It is restarted whenever it ends, from `start` to `close`. */
export class McpServer {
  readonly name: string
  readonly config: ServerEntry
  readonly #options: McpOptions
  readonly #onChange: () => void
  /** One per server, so that a hostile schema delays only calls of its own server. */
  readonly #patterns: PatternThread
  /** Null: a local program. */
  readonly #login: ServerLogin | null
  readonly #stop = new AbortController()
  readonly #settled = Promise.withResolvers<void>()
  #state: State = { state: 'off', message: '' }
  #tools: readonly ServerTool[] = []
  #client: Client | null = null
  /** Ends the connection; null: there is none, or it is being opened. */
  #endConnection: ((reason: string) => void) | null = null
  /** The server has ended the session of the last connection; the tools stay until the next one is open. */
  #isRenewed = false
  readonly #waiting = new Set<() => void>()
  #place = ''
  /** What of the list of tools cannot be used. */
  #leftOut: readonly string[] = []
  #isLegacy = false
  #running: Promise<void> | null = null
  readonly #calls = new RunningCalls()

  constructor(name: string, config: ServerEntry, options: McpOptions, onChange: () => void) {
    this.name = name
    this.config = config
    this.#options = options
    this.#patterns = new PatternThread(options.checkTimeoutMs)
    this.#onChange = onChange
    this.#login =
      config.transport === 'http' && options.secrets !== undefined
        ? new ServerLogin(config, options.secrets, onChange)
        : null
  }

  /** Resolves when the server is running or its first start has failed. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  get tools(): readonly ServerTool[] {
    return this.#tools
  }

  /** The open connection; null: the server does not run. */
  get client(): Client | null {
    return this.#state.state === 'running' ? this.#client : null
  }

  state(): ToolServerState {
    const transport = this.config.transport === 'http' ? 'http' : 'stdio'
    const signIn = this.#login?.state ?? null
    const login = signIn !== null && { signIn }
    const required = this.config.transport !== 'plugin' && this.config.required === true && { required: true as const }
    const leftOut = this.#state.state === 'running' && this.#leftOut.length > 0 && { leftOut: this.#leftOut }
    return { name: this.name, transport, ...this.#state, tools: this.#tools.length, ...login, ...leftOut, ...required }
  }

  start(): void {
    this.#running ??= this.#keepRunning()
  }

  signIn(): Promise<Result<OpenSignIn>> {
    return this.#login?.begin() ?? Promise.resolve(this.#noLogin())
  }

  /** A connection that uses the login is closed. */
  async signOut(): Promise<Result<null>> {
    const result = (await this.#login?.signOut()) ?? this.#noLogin()
    if (result.ok) await this.#client?.close().catch(() => undefined)
    return result
  }

  /**
   * Sends a request over the open connection. If the server has ended the session, `send` is called once more with a new
   * connection: `SessionEnd` says that the request was not carried out. Rejects with the reason if there is no answer.
   */
  async request<T>(send: (client: Client) => Promise<T>, signal: AbortSignal): Promise<T> {
    const client = await this.#openClient(signal)
    try {
      return await send(client)
    } catch (error) {
      const { SessionEnd, isSessionEnd } = await import('./request-problem.ts')
      if (!(error instanceof SessionEnd) && !isSessionEnd(error, client)) throw error
      if (this.#client === client) {
        this.#isRenewed = true
        this.#client = null
        this.#endConnection?.('it ended the session')
      }
      return send(await this.#openClient(signal))
    }
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#login?.close()
    await this.#client?.close().catch(() => undefined)
    await Promise.all([this.#running, this.#patterns.close()])
  }

  /**
   * Connects, waits until the connection is closed, pauses, and repeats. A long enough connection resets the count of
   * failures.
   */
  async #keepRunning(): Promise<void> {
    const { signal } = this.#stop
    const first = this.#options.firstPauseMs ?? FIRST_PAUSE_MS
    for (let pause = first; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      const startedAt = performance.now()
      const reason = await this.#runOnce()
      this.#settled.resolve()
      if (signal.aborted) break
      if (this.#isRenewed) continue
      if (performance.now() - startedAt > MAX_PAUSE_MS) pause = first
      if (this.#login?.state === 'needed') {
        this.#become({ state: 'waiting', message: 'sign in to use it', reason: 'it needs the user to sign in' }, [])
        await this.#login.signedIn(signal)
        pause = first
        continue
      }
      const message = `${reason}; tried again in ${Math.ceil(pause / 1_000)} s`
      this.#become({ state: 'waiting', message, reason }, [])
      await delay(pause, undefined, { signal }).catch(() => undefined)
    }
    this.#become({ state: 'off', message: '' }, [])
  }

  #noLogin() {
    return refuse(`${this.name} is a local program: there is nothing to sign in to.`)
  }

  /** Resolves with the reason why the server stopped. */
  async #runOnce(): Promise<string> {
    const { signal } = this.#stop
    if (!this.#isRenewed) this.#become({ state: 'starting', message: '' }, [])
    this.#isRenewed = false
    const closed = Promise.withResolvers<string>()
    let client: Client | null = null
    try {
      const connected = await connectServer({
        config: this.config,
        environment: this.#options.environment,
        clientVersion: this.#options.clientVersion,
        sandbox: this.#options.sandbox(),
        placePlugin: this.#options.placePlugin ?? notOfPlugin,
        authProvider: this.#login?.authProvider ?? null,
        signal: this.#stop.signal,
        onClosed: (reason) => closed.resolve(reason === '' ? 'it ended' : reason),
        onToolsChanged: () => void this.#toolsChanged(),
        isLegacy: this.#isLegacy,
        onLeftOut: (method, notes) => this.#noteLeftOut(method, notes),
        onMessage: (text) => this.#calls.show(text),
        onQuestion: (params, signal) => this.#ask(params, signal),
      })
      client = connected.client
      this.#client = client
      this.#endConnection = closed.resolve
      this.#place = connected.place
      // Asking starts a local program twice. A server at an address may have been updated meanwhile.
      this.#isLegacy = connected.isLegacy && this.config.transport !== 'http'
      await this.#listTools(client)
      this.#settled.resolve()
      return await closed.promise
    } catch (error) {
      return errorMessage(error)
    } finally {
      this.#client = null
      this.#endConnection = null
      const close = (): Promise<void> | undefined => client?.close().catch(() => undefined)
      // Calls that were sent before get their answers over the old connection.
      if (this.#isRenewed) void Promise.race([this.#calls.ended(), aborted(signal)]).then(close)
      else await close()
    }
  }

  /** Returns the connection; one to a server that starts again is waited for. Rejects if there is none. */
  async #openClient(signal: AbortSignal): Promise<Client> {
    const enough = AbortSignal.any([signal, this.#stop.signal])
    const limit = this.#options.readyWithinMs ?? READY_WITHIN_MS
    const until = performance.now() + limit
    while (this.client === null && this.#login?.state !== 'needed' && !enough.aborted && performance.now() < until) {
      await this.#nextState(until - performance.now(), enough)
    }
    const { client } = this
    if (client !== null) return client
    throw new Error(`the server does not run now (${this.#state.message || 'it is still starting'}). Try again later.`)
  }

  async #nextState(limitMs: number, signal: AbortSignal): Promise<void> {
    const change = new AbortController()
    const wake = (): void => change.abort()
    this.#waiting.add(wake)
    await delay(limitMs, undefined, { signal: AbortSignal.any([signal, change.signal]) }).catch(() => undefined)
    this.#waiting.delete(wake)
  }

  /** If the new list cannot be read, the old one remains. */
  async #toolsChanged(): Promise<void> {
    if (this.#client !== null) await this.#listTools(this.#client).catch(() => undefined)
  }

  async #listTools(client: Client): Promise<void> {
    const { serverTool } = await import('./server-tool.ts')
    this.#leftOut = []
    const listed = await client.listTools(undefined, { signal: this.#stop.signal })
    const tools = listed.tools.filter(({ _meta }) => appOfTool(_meta).isForModels)
    const names = serverToolNames(
      this.name,
      tools.map(({ name }) => name),
    )
    const made = tools.map((tool, index) => {
      const { uri } = appOfTool(tool._meta)
      return serverTool({
        server: this.name,
        origin: this.config.transport === 'plugin' ? pluginServerOrigin(this.config) : null,
        name: names[index] ?? tool.name,
        offered: { name: tool.name, description: tool.description ?? '', inputSchema: tool.inputSchema },
        limits: this.#options,
        patterns: this.#patterns,
        call: (name, args, run) => this.#call(name, args, run),
        readApp: uri === null ? null : () => readToolApp(this, uri),
      })
    })
    const version = client.getServerVersion()
    const name = version === undefined ? '' : `${version.name} ${version.version}`
    this.#become({ state: 'running', message: [name, this.#place].filter((part) => part !== '').join(', ') }, made)
  }

  async #call(name: string, args: JsonObject, run: CallRun): Promise<CallToolResult> {
    const { callTool } = await import('./call-tool.ts')
    const show = (text: string): void => run.onOutput(`${text.slice(0, MAX_MESSAGE)}\n`)
    const limits = new CallLimits(this.#options.callTimeoutMs ?? CALL_TIMEOUT_MS)
    const call: ServerCall = { tool: name, show, ask: run.ask ?? DECLINES, limits, signal: run.signal }
    try {
      const ask = (params: QuestionParams): Promise<ServerAnswer> => this.#ask(params, run.signal)
      const send = (client: Client): Promise<CallToolResult> =>
        callTool({ client, login: this.#login, name, args, call, ask })
      return await this.#calls.run(call, () => this.request(send, run.signal))
    } finally {
      limits.close()
    }
  }

  async #ask(params: QuestionParams, signal: AbortSignal): Promise<ServerAnswer> {
    const { askForServer } = await import('./ask-for-server.ts')
    return askForServer(params, signal, { server: this.name, calls: this.#calls, patterns: this.#patterns })
  }

  #noteLeftOut(method: string, notes: readonly string[]): void {
    if (method === 'tools/list') this.#leftOut = [...this.#leftOut, ...notes.map((note) => visibleText(note, 'shown'))]
  }

  #become(state: State, tools: readonly ServerTool[]): void {
    this.#state = state
    this.#tools = tools
    this.#waiting.forEach((wake) => wake())
    this.#onChange()
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
