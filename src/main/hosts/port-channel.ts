import { PORT_WINDOW } from '../../shared/host-bridge.ts'
import type { ServerChannel } from './serve-channel.ts'

/** The used operations of a MessagePort; message events differ between Electron and Node. */
export interface EnginePort {
  post(message: string): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
}

/**
 * Wraps a MessagePort in a channel. A port accepts unlimited messages, so the window acknowledges what it has read
 * (host-bridge.ts), and `send` waits while too much is unacknowledged.
 */
export function createPortChannel(port: EnginePort): ServerChannel {
  let unanswered = 0
  let waiting: (() => void)[] = []
  const release = () => {
    const ready = waiting
    waiting = []
    for (const go of ready) go()
  }
  return {
    send(message) {
      port.post(message)
      unanswered += message.length
      return unanswered <= PORT_WINDOW ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
    },
    onMessage(listener) {
      port.onMessage((message) => {
        if (typeof message === 'string') return listener(message)
        if (typeof message !== 'number') return
        unanswered = Math.max(0, unanswered - message)
        if (unanswered <= PORT_WINDOW) release()
      })
    },
    onClose(listener) {
      port.onClose(() => {
        release()
        listener()
      })
    },
  }
}
