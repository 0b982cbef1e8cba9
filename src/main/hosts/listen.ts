import type { Server } from 'node:http'

import { refused, type AppError } from '../../shared/app-error.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Logger } from '../core/ports/system-ports.ts'

export interface ListenPlace {
  /** `listen_address`. An address that other machines can reach is plain HTTP on a network, and causes a warning. */
  readonly address: string
  /** 0: any free port. */
  readonly port: number
}

/** Starts to listen, and returns the port. */
export async function listen(server: Server, place: ListenPlace, logger: Logger): Promise<Result<number>> {
  const listening = await startListening(server, place)
  if (listening.ok && !isLoopback(place.address)) {
    logger.warn(
      `ikigai listens on ${place.address}: anyone on that network can reach it, and the connection is not encrypted`,
    )
  }
  return listening
}

function startListening(server: Server, place: ListenPlace): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(err(describeListenError(error, place))))
    server.listen(place.port, place.address, () => {
      const bound = server.address()
      resolve(ok(typeof bound === 'object' && bound !== null ? bound.port : place.port))
    })
  })
}

function describeListenError(error: Error, { address, port }: ListenPlace): AppError {
  const code = 'code' in error ? error.code : undefined
  const where = `port ${port} on ${address}`
  switch (code) {
    case 'EADDRINUSE':
      return refused(
        `Cannot listen on ${where}: the port is in use, perhaps by another ikigai. Stop the other program, or set another listen_port in config.json.`,
      )
    case 'EACCES':
      return refused(`Cannot listen on ${where}: not permitted. Set a listen_port above 1023 in config.json.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return refused(
        `Cannot listen on ${where}: this machine has no such address. Set another listen_address in config.json.`,
      )
    default:
      return refused(`Cannot listen on ${where}: ${error.message}`)
  }
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.')
}

/**
 * Returns the URL that opens the app on this machine. A wildcard address becomes loopback, because some browsers cannot
 * open 0.0.0.0.
 */
export function baseUrl(address: string, port: number): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}
