/** Most redirects of one request. */
const MOST = 20
const REDIRECTS = [301, 302, 303, 307, 308]

/** A redirect to another server, which is not followed. */
export class RedirectedAway extends Error {
  override readonly name = 'RedirectedAway'
  /** Scheme, host and port of the other server; no path, because it may hold a token. */
  readonly origin: string

  constructor({ protocol, host }: URL) {
    super(`Redirected to ${protocol}//${host}`)
    this.origin = `${protocol}//${host}`
  }
}

/**
 * A fetch for requests with keys: it follows redirects on the same server, and from http to https there. One to another
 * server throws `RedirectedAway`: fetch itself would send it every header but `authorization` and `cookie`, and the body.
 */
export const ownHostFetch: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : input)
  let response = await fetch(input, { ...init, redirect: 'manual' })
  for (let count = 0; ; count += 1) {
    const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    const next = URL.parse(location, url.href)
    if (next === null) throw new TypeError('Failed to parse URL')
    if (!/^https?:$/.test(next.protocol)) throw new TypeError('unknown scheme')
    // The body of a Request is spent by now.
    if (!isOwn(url, next) || input instanceof Request) throw new RedirectedAway(next)
    if (count === MOST) throw new TypeError('redirect count exceeded')
    const sent = response.status === 303 ? { ...init, method: 'GET', body: null } : init
    url = next
    response = await fetch(next, { ...sent, redirect: 'manual' })
  }
}

function isOwn(from: URL, to: URL): boolean {
  if (to.origin === from.origin) return true
  return to.hostname === from.hostname && from.protocol === 'http:' && to.protocol === 'https:' && to.port === ''
}
