import * as http from 'node:http'

import { refused } from '../../../shared/app-error.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { PROXY_FORM, proxyUrl } from '../../../shared/proxy-url.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import { chooseProxy } from '../chosen-proxy.ts'

/** Requests to this machine bypass the proxy, so that a local model's server stays reachable. */
const THIS_MACHINE = 'localhost,127.0.0.1,::1'

let restore = (): void => undefined

/**
 * Sends this process's requests through a proxy, from the next connection on: those of `fetch`, which the SDKs of all
 * providers use, and the connections of tools (`tools/open-connection.ts`). Null: no proxy. `except` names hosts in the
 * format of `NO_PROXY`. `fetch` needs Node 24.14; older versions use no proxy. Returns an error, and changes nothing, if the address is not usable.
 */
export function useProxy(address: string | null, except = ''): AppError | null {
  const url = address === null ? null : proxyUrl(address)
  if (address !== null && url === null) return unusable(address)
  restore()
  restore = () => undefined
  const NO_PROXY = [except, THIS_MACHINE].filter(Boolean).join(',')
  chooseProxy(url === null ? null : { url: new URL(url), except: NO_PROXY })
  if (url === null || typeof http.setGlobalProxyFromEnv !== 'function') return null
  restore = http.setGlobalProxyFromEnv({ HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY })
  return null
}

function unusable(address: string): AppError {
  return refused(
    `The proxy ${withoutPassword(address)} cannot be used. HTTPS_PROXY, ALL_PROXY or "proxy" in config.json ${PROXY_FORM}. ` +
      `Correct it, or unset it to connect directly.`,
  )
}
