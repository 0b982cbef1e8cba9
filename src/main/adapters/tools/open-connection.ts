import { once } from 'node:events'
import { request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'

import { proxyFor } from '../chosen-proxy.ts'
import { HostNotNamed, hostRefusal } from '../only-hosts.ts'
import {
  type AddressCheck,
  type AddressLookup,
  isPublicAddress,
  PrivateAddressError,
  vettedLookup,
} from './public-address.ts'

export interface Destination {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

export interface ConnectionOptions {
  readonly signal: AbortSignal
  /** For tests: the addresses that connections are allowed to. The default is public ones. */
  readonly isPermitted?: AddressCheck | undefined
  readonly lookup?: AddressLookup | undefined
}

/**
 * Connects to a host that a model or its programs name: through the proxy of the settings, else directly to the address
 * that was checked. Rejects with `PrivateAddressError` for an address that is not public on this machine: a name that
 * only the proxy can look up is the proxy's to decide.
 */
export async function openConnection({ host, port }: Destination, options: ConnectionOptions): Promise<Socket> {
  const refusal = hostRefusal(host, port)
  if (refusal !== null) throw new HostNotNamed(refusal)
  const isPermitted = options.isPermitted ?? isPublicAddress
  if (isIP(host) !== 0 && !isPermitted(host)) throw new PrivateAddressError(host)
  const lookup = vettedLookup(isPermitted, options.lookup)
  const proxy = proxyFor(host, port)
  if (proxy === null) {
    const socket = connect({ host, port, lookup })
    try {
      await once(socket, 'connect', { signal: options.signal })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  if (isIP(host) === 0) await checkName(host, lookup)
  return tunnel({ host, port }, proxy, options.signal)
}

/** Rejects if the name leads to an address that is not permitted, not if it is unknown here. */
function checkName(host: string, lookup: ReturnType<typeof vettedLookup>): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error) => (error instanceof PrivateAddressError ? reject(error) : resolve()))
  })
}

/** Asks a proxy for a connection (RFC 9110 § 9.3.6). */
function tunnel({ host, port }: Destination, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const authorization = user === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }
  const request = proxy.protocol === 'https:' ? requestEncrypted : requestPlain
  return new Promise((resolve, reject) => {
    const asked = request({
      host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorization },
      agent: false,
      signal,
    })
    asked.on('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      reject(new Error(`the proxy ${proxy.host} answered ${statusCode}`))
    })
    asked.on('response', ({ statusCode }) => {
      asked.destroy()
      reject(new Error(`the proxy ${proxy.host} answered ${statusCode}`))
    })
    asked.on('error', reject)
    asked.end()
  })
}
