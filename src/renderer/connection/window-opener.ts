import { ENGINE_SOCKET_PATH } from '../../shared/host-bridge.ts'
import type { ClientChannel, OpenChannel } from './client-channel.ts'
import { isDemoWindow } from './demo-window.ts'
import { portOpener } from './port-channel.ts'
import { socketOpener } from './socket-channel.ts'
import { openWebSession } from './web-session.ts'
import { hostBridge } from './window-host.ts'

let opener: OpenChannel | null = null

/**
 * Opens the window's channels: a MessagePort in Electron, else a WebSocket to the page's origin. The first call begins to
 * open the first channel at once; whoever asks for one first gets it.
 */
export function windowOpener(): OpenChannel {
  return (opener ??= openedEarly(hostOpener()))
}

/** Opens the first channel before it is asked for. The engine sends nothing on it until then. */
export function openedEarly(open: OpenChannel): OpenChannel {
  const stop = new AbortController()
  let first: Promise<ClientChannel> | null = open(stop.signal)
  // The failure is reported when the channel is asked for.
  first.catch(() => undefined)
  return (signal) => {
    if (first === null) return open(signal)
    const taken = first
    first = null
    signal.addEventListener('abort', () => stop.abort(), { once: true })
    return taken
  }
}

function hostOpener(): OpenChannel {
  const bridge = hostBridge()
  if (bridge !== null) return portOpener(bridge, isDemoWindow())
  const url = new URL(ENGINE_SOCKET_PATH, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const opening = openWebSession()
  return async (signal) => {
    const session = await opening
    try {
      return await socketOpener(url.href, (at) => new WebSocket(at, [...session.protocols()]))(signal)
    } catch (error) {
      // Browsers may not tell a page why a socket was refused, so ask the host.
      await session.check(signal)
      throw error
    }
  }
}
