import type { ClientChannel, OpenChannel } from './client-channel.ts'

/** The engine refused or did not answer: browsers do not tell a page which. */
const CANNOT_OPEN = 'The engine does not answer'

/** Opens connections to the WebSocket at `url`; `create` adds protocols or headers. */
export function socketOpener(url: string, create: (at: string) => WebSocket): OpenChannel {
  return (signal) =>
    new Promise((resolve, reject) => {
      const socket = create(url)
      const giveUp = () => socket.close()
      signal.addEventListener('abort', giveUp, { once: true })
      socket.addEventListener('open', () => {
        signal.removeEventListener('abort', giveUp)
        resolve(channelOf(socket))
      })
      socket.addEventListener('close', () => {
        signal.removeEventListener('abort', giveUp)
        reject(new Error(CANNOT_OPEN))
      })
    })
}

function channelOf(socket: WebSocket): ClientChannel {
  return {
    send: (message) => socket.send(message),
    onMessage(listener) {
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data)
      })
    },
    onClose(listener) {
      // A channel that was opened early may have closed before it is used.
      if (socket.readyState === socket.CLOSED) listener()
      else socket.addEventListener('close', () => listener(), { once: true })
    },
    close: () => socket.close(),
  }
}
