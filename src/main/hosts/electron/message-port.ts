import { ipcMain, MessageChannelMain } from 'electron'
import type { MessagePortMain } from 'electron'

import { ENGINE_PORT_CHANNEL, REQUEST_PORT_CHANNEL } from '../../../shared/host-bridge.ts'
import { createPortChannel } from '../port-channel.ts'
import type { EnginePort } from '../port-channel.ts'
import type { ServerChannel } from '../serve-channel.ts'
import { isTrustedSender } from './security.ts'

/** Serves a port's channel: of the user's engine, or of the demo. */
export type ServePort = (channel: ServerChannel, showsDemo: boolean) => void

/**
 * Sends a port to the window on request: at its start and after each reload. A request before the engine is open is
 * answered when `serving` resolves; null: there will be no port.
 */
export function servePorts(serving: Promise<ServePort | null>): void {
  ipcMain.on(REQUEST_PORT_CHANNEL, (event, showsDemo: unknown) => {
    if (!isTrustedSender(event)) return
    const { sender } = event
    void serving.then((serve) => {
      if (serve === null || sender.isDestroyed()) return
      const { port1, port2 } = new MessageChannelMain()
      serve(createPortChannel(enginePort(port1)), showsDemo === true)
      sender.postMessage(ENGINE_PORT_CHANNEL, null, [port2])
    })
  })
}

function enginePort(port: MessagePortMain): EnginePort {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data))
      port.start()
    },
    onClose: (listener) => void port.on('close', listener),
  }
}
