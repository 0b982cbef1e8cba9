import * as http from 'node:http'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'

import { type AppError, refused } from '../../../shared/app-error.ts'
import { PROXY_FORM, proxyUrl } from '../../../shared/proxy-url.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import { chooseProxy } from '../chosen-proxy.ts'
import { guardRequests } from '../only-hosts.ts'

/** Requests to this machine bypass the proxy, so that a local model's server stays reachable. */
const THIS_MACHINE = 'localhost,127.0.0.1,::1'

/** Node before 24.14 does not have it. */
const SEND = typeof http.setGlobalProxyFromEnv === 'function' ? http.setGlobalProxyFromEnv : null

let restore = (): void => undefined

/**
 * Sends this process's requests through a proxy, from the next connection on: those of `fetch`, which the SDKs of all
 * providers use, and the connections of tools (`tools/open-connection.ts`). Null: no proxy. `except` names hosts in the
 * format of `NO_PROXY`. Returns an error, and changes nothing, if the address is not usable, or if Node cannot send the requests of
 * `fetch` through a proxy. `send`: what makes Node do that; null: it cannot.
 */
export function useProxy(address: string | null, except = '', send = SEND): AppError | null {
  const url = address === null ? null : proxyUrl(address)
  if (address !== null && url === null) return unusable(address)
  if (address !== null && send === null) return tooOld(address)
  restore()
  restore = () => undefined
  guardRequests()
  const NO_PROXY = [except, THIS_MACHINE].filter(Boolean).join(',')
  chooseProxy(url === null ? null : { url: new URL(url), except: NO_PROXY })
  if (url === null || send === null) return null
  restore = send({ HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY })
  guardRequests()
  return null
}

/** Requests that bypass a proxy may show an address that it was to hide, or never arrive. */
function tooOld(address: string): AppError {
  return refused(
    `The proxy ${withoutPassword(address)} cannot be used under Node ${process.versions.node}: that needs Node 24.14 or newer. ` +
      `Install a newer one, or unset HTTPS_PROXY, ALL_PROXY and "proxy" in config.json to connect directly.`,
  )
}

function unusable(address: string): AppError {
  return refused(
    `The proxy ${withoutPassword(address)} cannot be used. HTTPS_PROXY, ALL_PROXY or "proxy" in config.json ${PROXY_FORM}. ` +
      `Correct it, or unset it to connect directly.`,
  )
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g

/**
 * Trusts the authorities in the file that `SSL_CERT_FILE` names, in addition to the usual ones, for all connections of
 * this process: programs of OpenSSL read that variable, Node by itself only `NODE_EXTRA_CA_CERTS`. Returns a warning if
 * the file cannot be used; null: it is used, or none is named. Node before 22.19 and 24.5 cannot add authorities.
 */
export async function trustCertificates(path: string | undefined): Promise<string | null> {
  if (path === undefined || path.trim() === '' || typeof tls.setDefaultCACertificates !== 'function') return null
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return `SSL_CERT_FILE is not used: the file ${path} cannot be read.`
  const found = text.match(CERTIFICATE) ?? []
  if (found.length === 0) return `SSL_CERT_FILE is not used: ${path} contains no certificate in PEM form.`
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...found])
    return null
  } catch {
    return `SSL_CERT_FILE is not used: ${path} contains a certificate that cannot be read.`
  }
}
