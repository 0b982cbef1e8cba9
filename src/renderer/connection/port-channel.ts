import { ACKNOWLEDGE_EVERY, ENGINE_PORT_MESSAGE } from '../../shared/host-bridge.ts'
import type { HostBridge } from '../../shared/host-bridge.ts'
import type { ClientChannel, OpenChannel } from './client-channel.ts'

/**
 * Opens connections through the preload script, to the user's engine or to that of the demo. The port arrives when the
 * engine is open, after any delay.
 */
export function portOpener(bridge: HostBridge, showsDemo: boolean): OpenChannel {
  return (signal) =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        window.removeEventListener('message', receive)
        signal.removeEventListener('abort', giveUp)
        act()
      }
      const giveUp = () => settle(() => reject(new Error('No longer wanted')))
      const receive = (event: MessageEvent<unknown>) => {
        const port = event.ports[0]
        // Accept only messages of the preload script: those of frames and other windows have another source.
        if (event.source !== window || event.data !== ENGINE_PORT_MESSAGE || port === undefined) return
        settle(() => resolve(createPortChannel(port)))
      }
      window.addEventListener('message', receive)
      signal.addEventListener('abort', giveUp, { once: true })
      bridge.requestEnginePort(showsDemo)
    })
}

/** Wraps a MessagePort as a channel that acknowledges processed data (see host-bridge.ts). */
export function createPortChannel(port: MessagePort): ClientChannel {
  let taken = 0
  let closed = false
  const listeners: (() => void)[] = []
  const end = () => {
    if (closed) return
    closed = true
    for (const listener of listeners) listener()
  }
  port.addEventListener('close', end)
  return {
    send: (message) => port.postMessage(message),
    onMessage(listener) {
      port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== 'string') return
        listener(data)
        taken += data.length
        if (taken < ACKNOWLEDGE_EVERY) return
        port.postMessage(taken)
        taken = 0
      })
      port.start()
    },
    onClose: (listener) => void listeners.push(listener),
    close() {
      port.close()
      // A port fires no event on the side that closes it.
      end()
    },
  }
}
