/** Completes `KEY …`. */
export const PROXY_FORM = 'must be the address of an HTTP proxy: http://host:port or host:port'

/** In place of a setting that cannot be read: without a proxy, requests would bypass it. RFC 6761: no such host exists. */
export const WRONG_PROXY = 'http://the-setting-proxy-is-wrong.invalid:9'

/**
 * Returns the address of a proxy with its scheme; null if it is not valid. As in curl, an address without a scheme is
 * an HTTP proxy (curl(1) § --proxy).
 */
export function proxyUrl(address: string): string | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null
}
