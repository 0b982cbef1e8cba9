import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import { ServerPeer } from '@orpc/standard-server-peer'

import type { Logger } from '../core/ports/system-ports.ts'
import type { ClientAccess } from './client-access.ts'
import type { ContractRouter } from './serve-contract.ts'
import { MESSAGE_SEPARATOR } from '../../shared/host-bridge.ts'

/** One client's connection over any transport. Messages arrive unchanged and in order. */
export interface ServerChannel {
  /** Resolves when the client can accept more. Feeds are not pulled before that, so the engine merges pending items. */
  send(message: string): Promise<void>
  onMessage(listener: (message: string) => void): void
  /** Calls the listener once, for any reason for which the connection ended. */
  onClose(listener: () => void): void
}

/**
 * Serves the router to clients. Returns a function that takes a new connection and what its
 * host allows it; the connection is served until its channel closes.
 */
export function createChannelServer(
  router: ContractRouter,
  logger: Logger,
): (channel: ServerChannel, access: ClientAccess) => void {
  const handler = new StandardRPCHandler(router)
  return (channel, access) => {
    const handle = createServerPeerHandleRequestFn(handler, { context: access })
    let open = true
    const send = joinMessages(async (joined) => {
      if (open) await channel.send(joined)
    })
    const peer = new ServerPeer((message) => send(asText(message)))
    channel.onClose(() => {
      open = false
      peer.close()
    })
    channel.onMessage((message) => {
      peer.message(message, handle).catch((error: unknown) => {
        // The message is not a request, so it is not from our window. It gets no reply.
        if (open) logger.warn('A message of a client was not understood', { error: String(error) })
      })
    })
  }
}

/** The contract carries only JSON; the protocol uses bytes only for files. */
function asText(message: unknown): string {
  if (typeof message === 'string') return message
  throw new TypeError('The contract carries no files')
}

/**
 * Returns a function that joins the messages of one turn of the event loop and sends them as one, in order. Its promise
 * settles with that of the joined message.
 */
export function joinMessages(send: (joined: string) => Promise<void>): (message: string) => Promise<void> {
  let waiting: string[] = []
  let sent: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    const joined = waiting.join(MESSAGE_SEPARATOR)
    waiting = []
    sent = null
    await send(joined)
  }
  return (message) => {
    waiting.push(message)
    sent ??= flush()
    return sent
  }
}
