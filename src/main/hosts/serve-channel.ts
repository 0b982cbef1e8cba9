import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import { ServerPeer } from '@orpc/standard-server-peer'

import type { Logger } from '../core/ports.ts'
import type { Confirmation } from './confirmation.ts'
import type { ContractRouter } from './serve-contract.ts'

/** One client's connection, whatever carries it. Messages arrive in order and as they were sent. */
export interface ServerChannel {
  /** Resolves when the client can take more. Feeds are not pulled before that, so the engine merges what waits. */
  send(message: string): Promise<void>
  onMessage(listener: (message: string) => void): void
  /** Called once, however the connection ended. */
  onClose(listener: () => void): void
}

/**
 * Serves the router to clients. Answers a function that takes a new connection and how the person behind it confirms;
 * the connection is served until its channel closes.
 */
export function createChannelServer(
  router: ContractRouter,
  logger: Logger,
): (channel: ServerChannel, confirmation: Confirmation) => void {
  const handler = new StandardRPCHandler(router)
  return (channel, confirmation) => {
    const handle = createServerPeerHandleRequestFn(handler, { context: { confirmation } })
    let open = true
    const peer = new ServerPeer(async (message) => {
      if (open) await channel.send(asText(message))
    })
    channel.onClose(() => {
      open = false
      peer.close()
    })
    channel.onMessage((message) => {
      peer.message(message, handle).catch((error: unknown) => {
        // A message that is no request: not from our window. It gets no answer.
        if (open) logger.warn('A message of a client was not understood', { error: String(error) })
      })
    })
  }
}

/** The contract carries JSON only; the protocol encodes to bytes for files alone. */
function asText(message: unknown): string {
  if (typeof message === 'string') return message
  throw new TypeError('The contract carries no files')
}
