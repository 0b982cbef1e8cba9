import { type Readable, Writable } from 'node:stream'
import type * as Sdk from '@agentclientprotocol/sdk/unstable'
import type { AgentApp, InitializeResponse } from '@agentclientprotocol/sdk/unstable'

import type { AgentId } from '../../../shared/ids.ts'
import { hideSecrets } from '../../../shared/known-secrets.ts'
import { errorMessage, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../core/engine.ts'
import { AcpSessions, type EditorSession } from './acp-sessions.ts'
import { askEditor } from './ask-editor.ts'

/** Longest message of an editor, bytes. It may contain pictures. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/**
 * Serves agents of the tree to an editor over the Agent Client Protocol, until its side of the connection ends. What
 * still runs then is stopped.
 */
export async function serveAcp({
  input,
  output,
  version,
  engine,
  warn,
  signal,
}: {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  /** As soon as it is open. Rejects with what to tell the user. */
  readonly engine: Promise<Engine>
  /** Tells the user something that the protocol has no place for. */
  readonly warn: (text: string) => void
  /** Ends the connection when it aborts. */
  readonly signal: AbortSignal
}): Promise<void> {
  const sdk = await import('@agentclientprotocol/sdk/unstable')
  const end = new AbortController()
  const ready = Promise.withResolvers<AcpSessions>()
  ready.promise.catch(() => undefined)
  let editor: EditorAbilities = { hasForms: false }
  const onIntroduced = (abilities: EditorAbilities): void => void (editor = abilities)
  const app = createAcpApp(sdk, { version, sessions: ready.promise, onIntroduced, warn })
  const stream = sdk.ndJsonStream(Writable.toWeb(output), bytesOf(input), { maxMessageBytes: MAX_MESSAGE_BYTES })
  const connection = app.connect(stream)
  const opening = engine.then(async (opened) => {
    const sessions = new AcpSessions(opened, connection.client)
    await sessions.follow(end.signal)
    const asking = {
      engine: opened,
      client: connection.client,
      sessionOf: (agentId: AgentId) => sessions.sessionOf(agentId),
      hasForms: () => editor.hasForms,
      stop: (sessionId: string) => void sessions.get(sessionId)?.cancel(),
    }
    void askEditor(asking, end.signal)
    return sessions
  })
  opening.then(ready.resolve, ready.reject)
  const close = (): void => connection.close()
  signal.addEventListener('abort', close)
  if (signal.aborted) close()
  await connection.closed.catch(() => undefined)
  signal.removeEventListener('abort', close)
  const sessions = await opening.catch(() => null)
  await sessions?.closeAll()
  end.abort()
}

/** The bytes of a stream of Node as a web stream. */
function bytesOf(stream: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stream.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
      stream.once('end', () => controller.close())
      stream.once('error', (error) => controller.error(error))
    },
  })
}

/** What an editor can do beside what every editor can. */
interface EditorAbilities {
  /** It asks people to fill in forms. */
  readonly hasForms: boolean
}

const INTERNAL_ERROR = -32_603
const INVALID_PARAMS = -32_602

/** The requests of an editor, by method. `initialize` is answered while the engine still opens. */
function createAcpApp(
  sdk: typeof Sdk,
  {
    version,
    sessions: ready,
    onIntroduced,
    warn,
  }: {
    readonly version: string
    /** Once the engine is open. Rejects with what to tell the user. */
    readonly sessions: Promise<AcpSessions>
    /** Called when the editor has introduced itself. */
    readonly onIntroduced: (editor: EditorAbilities) => void
    /** Tells the user something that the protocol has no place for. */
    readonly warn: (text: string) => void
  },
): AgentApp {
  const { RequestError } = sdk
  function valueOf<T>(result: Result<T>): T {
    if (result.ok) return result.value
    const { category, message } = result.error
    throw new RequestError(category === 'REFUSED' ? INVALID_PARAMS : INTERNAL_ERROR, message, { category })
  }
  const known = (): Promise<AcpSessions> =>
    ready.catch((error: unknown) => {
      throw new RequestError(INTERNAL_ERROR, hideSecrets(errorMessage(error)))
    })
  /** Opens a session. `servers`: those that the editor names for it. */
  async function begin(
    servers: readonly { readonly name: string }[] = [],
    open: (sessions: AcpSessions) => Promise<Result<EditorSession>>,
  ): Promise<EditorSession> {
    if (servers.length > 0) {
      const names = servers.map(({ name }) => name).join(', ')
      warn(`MCP servers of the editor are not used: ${names}. \`ikigai mcp add\` adds them for all agents.`)
    }
    const sessions = await known()
    const session = valueOf(await open(sessions))
    // The editor knows the session only after the answer.
    setImmediate(() => void sessions.introduce(session.sessionId))
    return session
  }
  return sdk
    .agent({ name: 'ikigai' })
    .onRequest('initialize', ({ params: { clientCapabilities } }) => {
      onIntroduced({ hasForms: clientCapabilities?.elicitation?.form != null })
      return introduction(version)
    })
    .onRequest('session/new', ({ params }) => begin(params.mcpServers, (sessions) => sessions.create(params.cwd)))
    .onRequest('session/load', async ({ params: { sessionId, cwd, mcpServers } }) => {
      const { configOptions } = await begin(mcpServers, (all) => all.open(sessionId, cwd, { replays: true }))
      return { configOptions }
    })
    .onRequest('session/resume', async ({ params: { sessionId, cwd, mcpServers } }) => {
      const { configOptions } = await begin(mcpServers, (all) => all.open(sessionId, cwd, { replays: false }))
      return { configOptions }
    })
    .onRequest('session/fork', ({ params }) =>
      begin(params.mcpServers, (sessions) => sessions.fork(params.sessionId, params.cwd)),
    )
    .onRequest('session/list', async ({ params }) => (await known()).list(params))
    .onRequest('session/close', async ({ params }) => (await known()).close(params.sessionId))
    .onRequest('session/set_config_option', async ({ params: { sessionId, configId, value } }) => {
      const sessions = await known()
      return { configOptions: valueOf(await sessions.choose(sessionId, configId, String(value))) }
    })
    .onRequest('session/prompt', async ({ params, signal }) => {
      const session = (await known()).get(params.sessionId)
      if (session === null) throw RequestError.resourceNotFound(params.sessionId)
      return valueOf(await session.prompt(params.prompt, signal))
    })
    .onNotification('session/cancel', async ({ params }) => (await known()).get(params.sessionId)?.cancel())
}

function introduction(version: string): InitializeResponse {
  return {
    protocolVersion: 1,
    agentInfo: { name: 'ikigai', title: 'ikigai', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {} },
    },
    authMethods: [],
  }
}
