import { createServer, connect } from 'node:net'
import type { Socket } from 'node:net'

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

/** Starts a relay to a local port, or to a unix socket. */
export async function startTcpRelay(target: number | string): Promise<TcpRelay> {
  const pairs = new Set<{ client: Socket; server: Socket }>()
  const relay = createServer((client) => {
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
