import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createRouterClient } from '@orpc/server'

import { connect } from '../../client/connect.mjs'
import { ApiTokens } from '../../src/main/hosts/api/api-tokens.ts'
import { serveApi } from '../../src/main/hosts/api/serve-api.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { Logger } from '../../src/main/core/ports/system-ports.ts'
import { createPortChannel as createServerPortChannel } from '../../src/main/hosts/port-channel.ts'
import { createChannelServer } from '../../src/main/hosts/serve-channel.ts'
import { createContractRouter } from '../../src/main/hosts/serve-contract.ts'
import { serveWeb } from '../../src/main/hosts/web/serve-web.ts'
import type { OpenChannel } from '../../src/renderer/connection/client-channel.ts'
import { connectWith } from '../../src/renderer/connection/connect.ts'
import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import type { EngineClient } from '../../src/renderer/store/engine-connection.ts'
import { createPortChannel as createClientPortChannel } from '../../src/renderer/connection/port-channel.ts'
import { EVERYTHING_CONFIRMED } from '../support/confirmations.ts'
import { socketTo } from '../support/socket-to.ts'
import { startTcpRelay } from '../support/tcp-relay.ts'
import { openWebSession } from '../support/web-session.ts'

/** A way from a window to an engine. */
export interface Transport {
  readonly name: string
  start(engine: Engine, logger: Logger): Promise<Wire>
}

export interface Wire {
  readonly client: EngineClient
  close(): Promise<void>
}

/** A wire that can be squeezed and broken, with the window's own connection at its end. */
export interface BreakableWire extends Wire {
  readonly connection: OwnedConnection
  /** The client takes in nothing any more, as a window that hangs. */
  pause(): void
  resume(): void
  cut(): void
}

export interface BreakableTransport extends Transport {
  start(engine: Engine, logger: Logger): Promise<BreakableWire>
  /** What the wire itself may take in before a client that does not read is felt at the other end, bytes. */
  readonly capacity: number
}

const FAST = { first: 1, longest: 20 }

/** No wire at all: the router, called. */
export const IN_MEMORY: Transport = {
  name: 'in memory',
  async start(engine, logger) {
    return {
      client: createRouterClient(createContractRouter(engine, logger), {
        context: EVERYTHING_CONFIRMED,
      }),
      close: async () => {},
    }
  },
}

const messagePort: BreakableTransport = {
  name: 'MessagePort',
  capacity: 2 * 1024 * 1024,
  async start(engine, logger) {
    const serve = createChannelServer(createContractRouter(engine, logger), logger)
    const wires = new Set<PortWire>()
    const openChannel: OpenChannel = async () => {
      const wire = createPortWire()
      wires.add(wire)
      const { enginePort } = wire
      serve(
        createServerPortChannel({
          post: (message) => enginePort.postMessage(message),
          onMessage: (listener) => {
            enginePort.addEventListener('message', (event) => listener(event.data))
            enginePort.start()
          },
          onClose: (listener) => enginePort.addEventListener('close', listener, { once: true }),
        }),
        EVERYTHING_CONFIRMED,
      )
      return createClientPortChannel(wire.windowPort)
    }
    const connection = connectWith({ openChannel, onWake: () => () => {}, delays: FAST })
    const cut = () => {
      for (const wire of wires) wire.cut()
      wires.clear()
    }
    return {
      client: connection.client,
      connection,
      pause: () => wires.forEach((wire) => wire.pause()),
      resume: () => wires.forEach((wire) => wire.resume()),
      cut,
      async close() {
        connection.close()
        cut()
      },
    }
  },
}

const webSocket: BreakableTransport = {
  name: 'WebSocket',
  // The system's own buffers on both sides of the connection; Linux lets them grow to some megabytes.
  capacity: 24 * 1024 * 1024,
  async start(engine, logger) {
    const directory = await mkdtemp(join(tmpdir(), 'ikigai-contract-'))
    const served = await serveWeb(engine, {
      address: '127.0.0.1',
      port: 0,
      rendererDirectory: directory,
      secretDirectory: directory,
      logger,
      tell: () => undefined,
    })
    if (!served.ok) throw new Error(served.error.message)
    const session = await openWebSession(served.value.url)
    const relay = await startTcpRelay(Number(new URL(served.value.url).port))
    const connection = connectWith({ openChannel: socketTo(relay.port, session), onWake: () => () => {}, delays: FAST })
    return {
      client: connection.client,
      connection,
      pause: relay.pauseClients,
      resume: relay.resumeClients,
      cut: relay.cut,
      async close() {
        connection.close()
        await relay.close()
        await served.value.close()
        await rm(directory, { recursive: true })
      },
    }
  },
}

/** The typed client over HTTP. What belongs to windows alone is not part of the API, and is called in memory. */
export const HTTP_API: Transport = {
  name: 'HTTP',
  async start(engine, logger) {
    const directory = await mkdtemp(join(tmpdir(), 'ikigai-contract-'))
    const tokens = new ApiTokens(directory)
    const served = await serveApi(engine, { address: '127.0.0.1', port: 0, tokens, version: '1.0.0', logger })
    if (!served.ok) throw new Error(served.error.message)
    const api = connect({ url: served.value.url, token: await tokens.add('test', 'full') })
    const { client: window } = await IN_MEMORY.start(engine, logger)
    const { terminals, confirmation, sessions } = window
    const ownToWindows: Partial<EngineClient> = { terminals, confirmation, sessions }
    return {
      client: new Proxy(window, {
        get: (_target, group): unknown => Reflect.get(group in ownToWindows ? ownToWindows : api, group),
      }),
      async close() {
        await served.value.close()
        await rm(directory, { recursive: true })
      },
    }
  },
}

export const BREAKABLE_TRANSPORTS: readonly BreakableTransport[] = [messagePort, webSocket]
export const TRANSPORTS: readonly Transport[] = [IN_MEMORY, ...BREAKABLE_TRANSPORTS]

interface PortWire {
  readonly enginePort: MessagePort
  readonly windowPort: MessagePort
  pause(): void
  resume(): void
  cut(): void
}

/** Two channels end to end, so that a test stands between them: a MessagePort itself can't be paused. */
function createPortWire(): PortWire {
  const engineSide = new MessageChannel()
  const windowSide = new MessageChannel()
  let held: unknown[] | null = null
  engineSide.port2.addEventListener('message', (event) => {
    if (held === null) windowSide.port1.postMessage(event.data)
    else held.push(event.data)
  })
  windowSide.port1.addEventListener('message', (event) => engineSide.port2.postMessage(event.data))
  engineSide.port2.start()
  windowSide.port1.start()
  const cut = () => {
    engineSide.port2.close()
    windowSide.port1.close()
  }
  engineSide.port2.addEventListener('close', cut)
  windowSide.port1.addEventListener('close', cut)
  return {
    enginePort: engineSide.port1,
    windowPort: windowSide.port2,
    pause() {
      held = []
    },
    resume() {
      for (const message of held ?? []) windowSide.port1.postMessage(message)
      held = null
    },
    cut,
  }
}
