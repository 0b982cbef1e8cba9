import type { ClientAccess } from './client-access.ts'
import type { ServerChannel } from './serve-channel.ts'

type Serve = (channel: ServerChannel, access: ClientAccess) => void

/**
 * Accepts connections before the engine is open: messages sent meanwhile are answered once it is open. Null: there will
 * be no engine, and no message is answered.
 */
export function serveWhenOpen(opening: Promise<Serve | null>): Serve {
  return (channel, access) => {
    const early: string[] = []
    let hear = (message: string): void => void early.push(message)
    let gone = false
    channel.onMessage((message) => hear(message))
    channel.onClose(() => {
      gone = true
    })
    void opening.then((serve) => {
      if (serve === null || gone) return
      const late: ServerChannel = {
        send: (message) => channel.send(message),
        onMessage(listener) {
          hear = listener
          for (const message of early.splice(0)) listener(message)
        },
        onClose: (listener) => channel.onClose(listener),
      }
      serve(late, access)
    })
  }
}
