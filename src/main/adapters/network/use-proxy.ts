import * as http from 'node:http'

/** A proxy is asked about the world, not about this machine: a local model's server stays reachable. */
const THIS_MACHINE = 'localhost,127.0.0.1,::1'

let restore = (): void => undefined

/**
 * Sends what this process asks for with `fetch` through a proxy, from the next connection on; the SDKs of all providers
 * use it. Null: no proxy. `except` names hosts as `NO_PROXY` does. Node has it from 24.14 on; before, there is no proxy.
 */
export function useProxy(address: string | null, except = ''): void {
  restore()
  restore = () => undefined
  if (address === null || typeof http.setGlobalProxyFromEnv !== 'function') return
  const NO_PROXY = [except, THIS_MACHINE].filter(Boolean).join(',')
  restore = http.setGlobalProxyFromEnv({ HTTPS_PROXY: address, HTTP_PROXY: address, NO_PROXY })
}
