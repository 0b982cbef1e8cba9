import { createServer, type IncomingMessage } from 'node:http'
import { isIP, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { errorMessage } from '../../../../shared/result.ts'
import { hostRefusal } from '../../only-hosts.ts'
import { openConnection } from '../open-connection.ts'
import { type AddressCheck, type AddressLookup, isPublicAddress, PrivateAddressError } from '../public-address.ts'

/** Decides whether a program may reach a host. `reason`: for the program and the model. */
type PermitHost = (name: string) => Promise<Permission>
export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

export interface ProxyOptions {
  readonly permit: PermitHost
  /** For tests: the addresses that connections are allowed to. The default is public ones. */
  readonly isPermitted?: AddressCheck
  readonly lookup?: AddressLookup
}

/** The only way of one confined program into the network. */
export interface NetworkProxy {
  /** The hosts that it was connected to. */
  readonly reached: ReadonlySet<string>
  /** Why connections were refused or failed, by host. */
  readonly refused: ReadonlyMap<string, string>
  /** Ends all connections, and takes no more. */
  close(): void
}

const CONNECT_TIMEOUT_MS = 30_000
/** Most connections at the same time. */
const MAX_CONNECTIONS = 128

const NO_TUNNEL = 'The sandbox passes on encrypted connections only: use https, through the proxy that is set.'
const NO_HOST = 'This is not the name of a host.'

/**
 * Serves an HTTP proxy on a listening socket. It supports CONNECT only, and does not read what is transferred. A name
 * is looked up after its host was permitted, because a look-up alone carries data out.
 */
export function serveProxy(listener: Server, options: ProxyOptions): NetworkProxy {
  const [reached, refused] = [new Set<string>(), new Map<string, string>()]
  const sockets = new Set<Duplex>()
  const keep = (socket: Duplex): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const tunnel = async (authority: string, socket: Duplex, head: Buffer): Promise<void> => {
    const target = proxyTarget(authority)
    const opened = target === null ? NO_HOST : await openPermitted(target, options)
    if (typeof opened === 'string') {
      refused.set(target?.name ?? authority.slice(0, MAX_SHOWN), opened)
      return void socket.end(refusal(opened))
    }
    keep(opened)
    reached.add(target?.name ?? '')
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    opened.write(head)
    await Promise.allSettled([pipeline(socket, opened), pipeline(opened, socket)])
  }
  const http = createServer((_incoming, response) => {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(`${NO_TUNNEL}\n`)
  })
  http.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex, head: Buffer) => void tunnel(url, socket, head))
  http.on('clientError', (_error, socket) => socket.destroy())
  listener.maxConnections = MAX_CONNECTIONS
  listener.on('error', () => undefined)
  listener.on('connection', (socket) => {
    keep(socket)
    http.emit('connection', socket)
  })
  return {
    reached,
    refused,
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Longest shown part of what is not the name of a host, UTF-16 units. */
const MAX_SHOWN = 100

function refusal(reason: string): string {
  return `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${reason}\n`
}

/** Returns a connection to a permitted host, or why there is none. */
async function openPermitted(target: ProxyTarget, options: ProxyOptions): Promise<Socket | string> {
  const { host, port, name } = target
  const { isPermitted = isPublicAddress, lookup } = options
  if (isIP(host) !== 0 && !isPermitted(host)) return new PrivateAddressError(host).message
  // Nobody is asked about a host that no answer can permit.
  const refusal = hostRefusal(host, port)
  if (refusal !== null) return refusal
  const permission = await options.permit(name)
  if (!permission.allowed) return permission.reason
  try {
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
    return await openConnection({ host, port }, { signal, isPermitted, lookup })
  } catch (error) {
    return error instanceof PrivateAddressError ? error.message : `${name} was not reached: ${errorMessage(error)}`
  }
}

/** A host and a port that a confined program connects to. */
interface ProxyTarget {
  /** In lower case; an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  /** As users and rules name it: the host, and the port unless it is that of https. */
  readonly name: string
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/
const HTTPS_PORT = 443

/** Parses `host:port`, as a CONNECT request contains it; null: it is something else. */
function proxyTarget(authority: string): ProxyTarget | null {
  const port = Number(/:(\d{1,5})$/.exec(authority)?.[1] ?? Number.NaN)
  const url = URL.parse(`https://${authority}`)
  if (url === null || !(port > 0) || /[/?#@\\]/.test(authority)) return null
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) === 0 && !NAME.test(host)) return null
  const shown = isIP(host) === 6 ? `[${host}]` : host
  return { host, port, name: port === HTTPS_PORT ? shown : `${shown}:${port}` }
}
