import { isIP } from 'node:net'

/** A host and a port that a confined program connects to. */
export interface ProxyTarget {
  /** In lower case; an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  /** As users and rules name it: the host, and the port unless it is that of https. */
  readonly name: string
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/
const HTTPS_PORT = 443

/** Parses `host:port`, as a CONNECT request contains it; null: it is something else. */
export function proxyTarget(authority: string): ProxyTarget | null {
  const port = Number(/:(\d{1,5})$/.exec(authority)?.[1] ?? Number.NaN)
  const url = URL.parse(`https://${authority}`)
  if (url === null || !(port > 0) || /[/?#@\\]/.test(authority)) return null
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) === 0 && !NAME.test(host)) return null
  const shown = isIP(host) === 6 ? `[${host}]` : host
  return { host, port, name: port === HTTPS_PORT ? shown : `${shown}:${port}` }
}
