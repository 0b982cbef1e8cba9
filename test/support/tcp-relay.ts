import { createServer, connect } from 'node:net'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** A TCP relay that a test can pause and disconnect. */
export interface TcpRelay {
  readonly port: number
  /** Stops forwarding data from the server to the clients. */
  pauseClients(): void
  resumeClients(): void
  /** Breaks every connection at once, on both sides. */
  cut(): void
  close(): Promise<void>
}

/** How a relay to PostgreSQL answers a request for TLS. */
export interface RelayTls {
  readonly key: Buffer
  readonly cert: Buffer
  /** What is sent first; `S` accepts, `N` goes on without TLS. Missing: `S`. Null: TLS begins without a request. */
  readonly answer?: string | null
}

/** Starts a relay to a local port, or to a unix socket. */
export async function startTcpRelay(target: number | string, tls: RelayTls | null = null): Promise<TcpRelay> {
  const pairs = new Set<{ client: Socket; server: Socket }>()
  const join = (client: Socket): void => {
    const server = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.on('data', (chunk) => server.write(chunk))
    server.on('data', (chunk) => client.write(chunk))
  }
  const relay = createServer((client) => {
    if (tls === null) return join(client)
    client.on('error', () => client.destroy())
    void encrypted(client, tls).then(join)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  return {
    port,
    pauseClients: () => pairs.forEach(({ server }) => server.pause()),
    resumeClients: () => pairs.forEach(({ server }) => server.resume()),
    cut,
    async close() {
      cut()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}

/** PostgreSQL's side of the beginning of an encrypted connection; the request has 8 bytes. */
async function encrypted(plain: Socket, { key, cert, answer = 'S' }: RelayTls): Promise<Socket> {
  if (answer !== null) {
    await new Promise((resolve) => plain.once('data', resolve))
    plain.write(answer)
    if (!answer.startsWith('S')) return plain
  }
  return new TLSSocket(plain, { isServer: true, key, cert, ALPNProtocols: ['postgresql'] })
}
