import { createServer } from 'node:http'

import { err, errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../core/engine.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { createDemoServer, type OpenDemo } from '../demo-server.ts'
import { baseUrl, listen, type ListenPlace } from '../listen.ts'
import { createChannelServer } from '../serve-channel.ts'
import { createContractRouter } from '../serve-contract.ts'
import { serveWhenOpen } from '../serve-when-open.ts'
import { addressWithToken, createAccess } from './access.ts'
import { answerRequest } from './answer-request.ts'
import { acceptSockets } from './accept-sockets.ts'
import { createConfirmedWindows } from './code-confirmation.ts'
import { OpenCodes } from './open-codes.ts'
import type { ShownCode } from '../../../shared/confirmation.ts'
import { loadSessionSecret } from './session-secret.ts'
import { WebSessions } from './web-sessions.ts'

export interface ServeWebOptions extends ListenPlace {
  /** Directory of the built window. */
  readonly rendererDirectory: string
  /** The data directory, which contains the secret that signs tokens, and the sessions. */
  readonly secretDirectory: string
  readonly logger: Logger
  /** Missing: this host offers no demo. */
  readonly openDemo?: OpenDemo
  /** Shows the user a text where no browser can read it: in the terminal. */
  readonly tell: (text: string) => void
  /** Larger WebSocket frames close the connection. */
  readonly maxFrameBytes?: number
}

export interface WebServer {
  /** Contains a one-time token: the first browser that opens it within five minutes gets access. */
  readonly url: string
  close(): Promise<void>
}

/** The longest prompt of the contract at three bytes per character, plus room for the rest of the message. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024

/**
 * Serves the window and its engine to browsers. Resolves when it listens, which may be before the engine is open: the
 * window then shows that it is waiting. An engine of null means that there will be none to wait for.
 */
export async function serveWeb(
  engine: Engine | Promise<Engine | null>,
  options: ServeWebOptions,
): Promise<Result<WebServer>> {
  const { address, logger } = options
  const secret = await readSecret(options.secretDirectory)
  if (!secret.ok) return secret
  const server = createServer()
  const listening = await listen(server, options, logger)
  if (!listening.ok) return listening
  const port = listening.value

  const access = createAccess({ secret: secret.value, port, now: Date.now })
  const sessions = new WebSessions(options.secretDirectory)
  const codes = new OpenCodes(options.secretDirectory)
  await codes.clear()
  const keep = (code: ShownCode) => codes.add(code)
  const windows = createConfirmedWindows({ tell: options.tell, keep, now: Date.now })
  const url = addressWithToken(baseUrl(address, port), access.newToken())
  const context = { access, sessions, windows, address, rendererDirectory: options.rendererDirectory }
  server.on('request', (request, response) => {
    answerRequest(request, response, context).catch((error: unknown) => {
      logger.error('Bug: a request failed', { error: String(error), path: request.url?.split('?')[0] ?? '' })
      response.destroy()
    })
  })
  const demo = createDemoServer(options.openDemo ?? (async () => refuse('This host has no demo.')), logger)
  const sockets = acceptSockets(server, {
    sessions,
    windows,
    address,
    maxFrameBytes: options.maxFrameBytes ?? MAX_FRAME_BYTES,
    serveDemo: demo.serve,
    serve: serveWhenOpen(
      Promise.resolve(engine).then((open) =>
        open === null ? null : createChannelServer(createContractRouter(open, logger), logger),
      ),
    ),
  })
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    sockets.close()
    server.closeAllConnections()
    await closed
    await demo.close()
  }
  return ok({ url, close })
}

async function readSecret(directory: string): Promise<Result<Uint8Array>> {
  try {
    return ok(await loadSessionSecret(directory))
  } catch (error) {
    const reason = errorMessage(error)
    return err({ category: 'STORAGE', message: `Cannot keep the web session secret: ${reason}`, retryable: false })
  }
}
