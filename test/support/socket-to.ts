import type { OpenChannel } from '../../src/renderer/connection/client-channel.ts'
import { connectWith, type OwnedConnection } from '../../src/renderer/connection/connect.ts'
import { socketOpener } from '../../src/renderer/connection/socket-channel.ts'
import { type BrowserSession, offeredProtocols, openWebSession } from './web-session.ts'

/** Returns the window's own socket opener, with the headers that a browser would add. */
export function socketTo(port: number, session: Partial<BrowserSession>): OpenChannel {
  const headers = { origin: `http://127.0.0.1:${port}` }
  const protocols = offeredProtocols(session)
  // Node's WebSocket accepts headers as the second argument; the types are those of browsers, which accept protocols
  // only.
  const create = (url: string) => {
    const socket: unknown = Reflect.construct(WebSocket, [url, { headers, protocols }])
    if (!(socket instanceof WebSocket)) throw new TypeError('Not a WebSocket')
    return socket
  }
  return socketOpener(`ws://127.0.0.1:${port}/engine`, create)
}

/** Connects to a served app like a window. Uses up the one-time token of `url`. `showsDemo`: to its demo. */
export async function connectToApp(url: string, { showsDemo = false } = {}): Promise<OwnedConnection> {
  const openChannel = socketTo(Number(new URL(url).port), { ...(await openWebSession(url)), showsDemo })
  return connectWith({ openChannel, onWake: () => () => {}, delays: { first: 1, longest: 20 } })
}
