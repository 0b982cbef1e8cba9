import { AsyncIteratorClass, mapEventIterator } from '@orpc/client'
import type { ClientContext, ClientLink } from '@orpc/client'
import { StandardRPCLink } from '@orpc/client/standard'
import { ClientPeer } from '@orpc/standard-server-peer'

import { MESSAGE_SEPARATOR } from '../../shared/host-bridge.ts'
import type { ClientChannel } from './client-channel.ts'

/**
 * There is no connection, or it broke. A call that had been sent may or may not have been executed. The engine's feed
 * shows which, so callers display the message and never repeat a call automatically.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  constructor() {
    super('The connection to ikigai was lost')
  }
}

/** Makes calls over one connection. When it closes, all pending calls fail with `ConnectionLostError`. */
export function createEngineLink(channel: ClientChannel): ClientLink<ClientContext> {
  const peer = new ClientPeer((message) => channel.send(asText(message)))
  let open = true
  channel.onMessage((joined) => {
    for (const message of joined.split(MESSAGE_SEPARATOR)) void peer.message(message)
  })
  channel.onClose(() => {
    open = false
    peer.close({ reason: new ConnectionLostError() })
  })
  // Reading a feed directly after the end fails with an error of the protocol library.
  const asConnectionError = async (error: unknown) => (open ? error : new ConnectionLostError())
  return new StandardRPCLink(
    {
      async call(request) {
        if (!open) throw new ConnectionLostError()
        const response = await peer.request(request)
        return { ...response, body: () => Promise.resolve(response.body) }
      },
    },
    {
      url: 'http://engine',
      interceptors: [
        async ({ next }) => {
          const output = await next()
          if (!(output instanceof AsyncIteratorClass)) return output
          return mapEventIterator(output, { value: async (value: unknown) => value, error: asConnectionError })
        },
      ],
    },
  )
}

/** Asserts that a message is text. The contract contains JSON only; the protocol uses bytes for files alone. */
function asText(message: unknown): string {
  if (typeof message === 'string') return message
  throw new TypeError('The contract carries no files')
}
