import { Agent, type ClientRequestArgs, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'

import { errorMessage } from '../../../../shared/result.ts'
import type { PreviewGrant } from './preview-access.ts'
import { downstreamHeaders, type PreviewPlace, upstreamHeaders } from './preview-headers.ts'

/** Most connections to the server at the same time, and of these most that wait for another request. */
const [MAX_CONNECTIONS, MAX_IDLE] = [64, 8]

/** Sends why there is no answer of the server. */
type Fail = (status: number, reason: string) => void

/** Passes requests of a browser on to the server of a command, and its answers back. Neither is kept as a whole. */
export class PreviewProxy {
  readonly #place: PreviewPlace
  readonly #agent: Agent

  constructor(place: PreviewPlace, connect: () => Promise<Socket>) {
    this.#place = place
    this.#agent = new ConnectingAgent(connect)
  }

  pass(incoming: IncomingMessage, response: ServerResponse, { grant, fail }: Passing): void {
    const outgoing = request(this.#requestOf(incoming, []))
    const failed = (error: unknown): void => {
      if (response.headersSent) response.destroy()
      else fail(502, errorMessage(error))
    }
    outgoing.on('error', failed)
    // Nobody asked for another protocol.
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy()
      failed(new Error('The server changed the protocol.'))
    })
    outgoing.on('response', (answer) => {
      try {
        const headers = downstreamHeaders(answer.rawHeaders, this.#place, grant).flat()
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
      } catch (error) {
        outgoing.destroy()
        return failed(error)
      }
      // An event stream has to arrive although nothing is written yet.
      response.flushHeaders()
      pipeline(answer, response, () => undefined)
    })
    response.on('close', () => {
      if (!response.writableFinished) outgoing.destroy()
    })
    pipeline(incoming, outgoing, () => undefined)
  }

  /** The same for a request that changes the protocol, such as that of a WebSocket. */
  upgrade(incoming: IncomingMessage, socket: Duplex, { head, grant, fail }: Passing & { readonly head: Buffer }): void {
    const protocol = incoming.headers.upgrade ?? ''
    const outgoing = request(this.#requestOf(incoming, ['Connection', 'Upgrade', 'Upgrade', protocol]))
    socket.on('close', () => outgoing.destroy())
    outgoing.on('error', (error) => fail(502, error.message))
    outgoing.on('response', (answer) => {
      answer.destroy()
      fail(answer.statusCode ?? 502, 'The server did not change the protocol.')
    })
    outgoing.on('upgrade', (answer, upstream, first) => {
      const headers = downstreamHeaders(answer.rawHeaders, this.#place, grant)
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const change = `Connection: Upgrade\r\nUpgrade: ${answer.headers.upgrade ?? protocol}\r\n`
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${change}${lines}\r\n`)
      socket.write(first)
      upstream.write(head)
      pipeline(socket, upstream, () => undefined)
      pipeline(upstream, socket, () => undefined)
    })
    outgoing.end()
  }

  close(): void {
    this.#agent.destroy()
  }

  #requestOf({ method, url, rawHeaders }: IncomingMessage, more: readonly string[]): ClientRequestArgs {
    const headers = [...upstreamHeaders(rawHeaders, this.#place).flat(), ...more]
    return { agent: this.#agent, method, path: url, headers, setHost: false }
  }
}

interface Passing {
  readonly grant: PreviewGrant
  readonly fail: Fail
}

/** Makes its connections in the network of the agent. */
class ConnectingAgent extends Agent {
  readonly #connect: () => Promise<Socket>

  constructor(connect: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE })
    this.#connect = connect
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const refused = (error: unknown): void => {
      // The type demands a stream, which is not used with an error.
      Reflect.apply(callback ?? (() => undefined), null, [error instanceof Error ? error : new Error(String(error))])
    }
    this.#connect().then((socket) => callback?.(null, socket), refused)
    return undefined
  }
}
