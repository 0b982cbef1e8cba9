import { type Readable, Writable } from 'node:stream'

import type { AgentId } from '../../../shared/ids.ts'
import type { Engine } from '../../core/engine.ts'
import { createAcpApp, type EditorAbilities } from './acp-app.ts'
import { AcpSessions } from './acp-sessions.ts'
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
