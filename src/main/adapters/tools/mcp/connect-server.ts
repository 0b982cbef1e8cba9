import { homedir } from 'node:os'
import type { AuthProvider, Client, jsonSchemaValidator, Transport } from '@modelcontextprotocol/client'
import { isValueTooDeep } from '../../../../shared/json.ts'
import type { ServerAnswer } from '../../../../shared/server-question.ts'
import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { PluginServer } from '../../../core/ports/plugin-ports.ts'
import type { Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { findProgram, safePath } from '../../program-table.ts'
import type { QuestionParams } from './ask-for-server.ts'
import { type PlacedServer, placedServer } from '../sandbox/server-confinement.ts'
import { AnswerReader } from './answers/answer-reader.ts'
import { unprotectedText } from '../bash-program.ts'
import { visibleText } from '../../../../shared/visible-text.ts'
import { decoded } from '../../../../shared/without-password.ts'
import { APPS_EXTENSION } from './tool-app.ts'
import { defined } from '../../../../shared/defined.ts'
import { SHORTEST_SECRET } from '../../../../shared/known-secrets.ts'
import { serverSecrets } from '../../../../shared/tool-server.ts'

/** A server of config.json or of a plugin. */
export type ServerEntry = ToolServerConfig | PluginServer

export interface ConnectOptions {
  readonly config: ServerEntry
  /** Environment of the started program, without keys; the variables of its place are added. */
  readonly environment: Readonly<Record<string, string>>
  readonly clientVersion: string
  /** Null: the program of a server in config.json is not confined. */
  readonly sandbox: Sandbox | null
  /** Returns the program of a plugin's server; rejects with the reason if it must not be started. */
  readonly placePlugin: (server: PluginServer) => Promise<PlacedServer>
  /** The login for a server at an address; null: it has none. */
  readonly authProvider: AuthProvider | null
  readonly signal: AbortSignal
  /**
   * Called when the connection is closed: the program ended, or the server closed it. `message`: its last message,
   * possibly empty.
   */
  readonly onClosed: (message: string) => void
  readonly onToolsChanged: () => void
  /** True: it supports only versions before 2026-07-28, so newer ones are not tried. */
  readonly isLegacy: boolean
  /** Called with what cannot be used of the server's answers to a method, for each answer. */
  readonly onLeftOut: (method: string, notes: readonly string[]) => void
  /** Called with each log message of the server. */
  readonly onMessage: (text: string) => void
  /** Answers what the server asks the user. Rejects with the reason if that must not be asked. */
  readonly onQuestion: (params: QuestionParams, signal: AbortSignal) => Promise<ServerAnswer>
}

/** Time limit for the first response, ms; a slower server is tried again later. */
const CONNECT_TIMEOUT_MS = 30_000

/** A local program that is silent for so long when asked for its version is treated as one of an older version. */
const PROBE = { timeoutMs: 10_000 }

/**
 * Disables validation: the SDK would compile the schema of a tool's output and run its regular expressions on the main
 * thread. A server's result is data for the model in any form, so it is not checked.
 */
const UNCHECKED: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (data: unknown) =>
      isAccepted<T>(data)
        ? { valid: true, data, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: 'The result was not accepted.' },
}

function isAccepted<T>(_data: unknown): _data is T {
  return true
}

interface ConnectedServer {
  readonly client: Client
  /** As in `ConnectOptions`. */
  readonly isLegacy: boolean
  /** Where its program runs, for the user; empty: it has none, or nothing is confined here. */
  readonly place: string
}

/** Opens a connection. Rejects with the reason if it fails. */
export async function connectServer(options: ConnectOptions): Promise<ConnectedServer> {
  const { Client } = await import('@modelcontextprotocol/client')
  const { config, clientVersion, signal, onClosed, onToolsChanged, onMessage, isLegacy } = options
  const { questionSchema } = await import('./ask-for-server.ts')
  const client = new Client(
    { name: 'ikigai', version: clientVersion },
    {
      listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } },
      capabilities: { elicitation: { form: {}, url: {} }, extensions: APPS_EXTENSION },
      jsonSchemaValidator: UNCHECKED,
      versionNegotiation: { mode: 'auto', ...defined({ probe: config.transport !== 'http' ? PROBE : undefined }) },
    },
  )
  client.setNotificationHandler('notifications/message', ({ params: { level, data } }) => {
    onMessage(`${level}: ${typeof data === 'string' ? data : isValueTooDeep(data) ? '…' : JSON.stringify(data)}`)
  })
  client.setRequestHandler('elicitation/create', { params: questionSchema }, async (params, { mcpReq }) =>
    toResult(await options.onQuestion(params, mcpReq.signal)),
  )
  const { transport, words, lastMessage, place, unwatch } = await openTransport(options)
  // While the SDK asks for the version, it does not follow the signal.
  const close = (): void => void transport.close().catch(() => undefined)
  signal.addEventListener('abort', close, { once: true })
  try {
    const prior = isLegacy && { prior: { kind: 'legacy' } as const }
    await client.connect(transport, { signal, timeout: CONNECT_TIMEOUT_MS, ...prior })
  } catch (error) {
    unwatch()
    await client.close().catch(() => undefined)
    const { connectionProblem } = await import('./request-problem.ts')
    throw new Error(hideServerSecrets(config)(connectionProblem(error, words, lastMessage())), { cause: error })
  } finally {
    signal.removeEventListener('abort', close)
  }
  client.onclose = () => {
    unwatch()
    onClosed(lastMessage())
  }
  return { client, place, isLegacy: client.getProtocolEra() === 'legacy' }
}

function toResult(answer: ServerAnswer) {
  if (answer.action !== 'accept') return { action: answer.action }
  return { action: answer.action, content: answer.content }
}

async function openTransport(options: ConnectOptions) {
  const { config, environment, sandbox, placePlugin, authProvider } = options
  const hide = hideServerSecrets(config)
  const reader = new AnswerReader(options.onLeftOut, hide)
  if (config.transport === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const { readingFetch } = await import('./answers/reading-fetch.ts')
    const { url, headers } = withoutCredentials(config)
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers },
      fetch: readingFetch(reader),
      // More permissions are asked for by a user's act only.
      onInsufficientScope: 'throw',
      ...defined({ authProvider: authProvider ?? undefined }),
    })
    noteRequests(transport, reader)
    return { transport, words: [], lastMessage: () => '', place: '', unwatch: () => undefined }
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const placed = config.transport === 'plugin' ? placePlugin(config) : placedServer(config, sandbox)
  const { program, place, env, cwd, guard } = await placed
  const variables = { ...environment, ...env }
  const path = variables['PATH']
  const found = findProgram(program.command, { path, cwd })
  if (!found.ok) throw new Error(found.error.message)
  const transport = new StdioClientTransport({
    command: found.value,
    args: [...program.args],
    env: path === undefined ? variables : { ...variables, PATH: safePath({ path, cwd }) },
    stderr: 'pipe',
    // Not where ikigai was started, which may be an agent's folder: `npx` would take what lies there.
    cwd: cwd ?? homedir(),
  })
  const { readProgramLines } = await import('./answers/line-buffer.ts')
  readProgramLines(transport, reader)
  noteRequests(transport, reader)
  const lastLines = lastLinesOf(transport.stderr, hide)
  let unprotected: string | null = null
  const unwatch = guard?.watch((path) => {
    unprotected = path
    // Closing would first wait for the program to end by itself.
    if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL')
    void transport.close()
  })
  return {
    transport,
    words: program.args,
    lastMessage: () => (unprotected === null ? lastLines() : unprotectedText(unprotected)),
    place,
    unwatch: () => unwatch?.(),
  }
}

/** `fetch` takes no credentials in addresses: they become the header that they stand for. */
function withoutCredentials({ url: address, headers }: Extract<ServerEntry, { transport: 'http' }>) {
  const url = new URL(address)
  if (url.username === '' && url.password === '') return { url, headers }
  const user = Buffer.from(`${decoded(url.username)}:${decoded(url.password)}`).toString('base64')
  url.username = ''
  url.password = ''
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return { url, headers: hasOwn ? headers : { ...headers, Authorization: `Basic ${user}` } }
}

/** Lets the reader know which request an answer is for. */
function noteRequests(transport: Transport, reader: AnswerReader): void {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    reader.sent(message)
    return send(message, options)
  }
}

/** Bytes of stderr that are kept. */
const MAX_KEPT = 4_000

/** Returns the lines that a program wrote to stderr at last, of which some may explain to the user why it ended. */
function lastLinesOf(stream: NodeJS.EventEmitter | null, hide: (text: string) => string): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-MAX_KEPT)
  })
  return () => tellingLines(hide(text))
}

const MAX_LINES = 3
const MAX_WORDS = 300
const TELLING =
  /error|exception|missing|required|invalid|cannot|can't|could not|unable|denied|refused|not found|no such|fail/i
/** Lines of stack traces and of package managers that say nothing to a user. */
const NOISE = /^\s*at .+:\d+|^Node\.js v\d|^npm (err!|error) (a complete log|code|errno)|^\s*[\^~]+\s*$/i

/** Returns those of a program's last words that may explain why it ended, in one line; empty: there are none. */
export function tellingLines(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !NOISE.test(line))
  const last = lines.slice(-12)
  const at = last.findIndex((line) => TELLING.test(line))
  const told = at < 0 ? last.slice(-1) : last.slice(at, at + MAX_LINES)
  return visibleText(told.join(' / '), 'shown').slice(0, MAX_WORDS)
}

/**
 * Returns a function that replaces the secrets of a server's settings by `[secret]`: values of its headers, variables
 * and arguments, and what its addresses contain. Servers repeat them in errors, logs and results, which are recorded and
 * sent to models.
 */
export function hideServerSecrets(config: ToolServerConfig | PluginServer): (text: string) => string {
  const secrets = (config.transport === 'plugin' ? [] : serverSecrets(config))
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  const longestFirst = [...new Set(secrets)].toSorted((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), text)
}
