import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const PATH = '/callback'

export interface CallbackListener {
  /** `http://127.0.0.1:PORT/callback`. */
  readonly redirectUrl: string
  /** The parameters of the one callback with the right `state`. Rejects when the signal aborts. */
  readonly parameters: Promise<URLSearchParams>
  /** Takes the address of a callback that a browser elsewhere could not open; whether it is the right one. */
  accept(address: string): boolean
  /** Shows the outcome in the browser and stops listening. */
  finish(isSignedIn: boolean): void
}

const ENDED = 'The sign-in was ended.'

/**
 * Listens on the loopback address for the answer of a sign-in. Requests with another `state`, path, method or host name
 * are refused, and do not end it: any page that the user has open could send them.
 */
export async function listenForCallback({
  state,
  port,
  signal,
}: {
  readonly state: string
  /** The preferred port; any free port if it is 0 or taken. */
  readonly port: number
  readonly signal: AbortSignal
}): Promise<CallbackListener> {
  const received = Promise.withResolvers<URLSearchParams>()
  received.promise.catch(() => undefined)
  let waiting: ServerResponse | null = null
  const server = createServer((request, response) => {
    const address = callbackOf(request, redirectUrl)
    if (address === null || waiting !== null || !accept(address)) return answer(response, 400, 'Not expected.')
    waiting = response
  })
  const accept = (address: string): boolean => {
    const found = URL.canParse(address) ? new URL(address) : null
    if (found === null || `${found.origin}${found.pathname}` !== redirectUrl) return false
    const given = found.searchParams.getAll('state')
    if (given.length !== 1 || given[0] !== state) return false
    received.resolve(found.searchParams)
    return true
  }
  const stop = (): void => {
    const isLate = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    received.reject(new Error(isLate ? 'The sign-in was not finished in the browser in time. Begin it again.' : ENDED))
    server.close()
    server.closeAllConnections()
  }
  const redirectUrl = `http://127.0.0.1:${await listen(server, port)}${PATH}`
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    redirectUrl,
    parameters: received.promise,
    accept,
    finish(isSignedIn) {
      signal.removeEventListener('abort', stop)
      server.close()
      if (waiting === null) return server.closeAllConnections()
      waiting.once('close', () => server.closeAllConnections())
      answer(
        waiting,
        200,
        isSignedIn ? 'Signed in. You can close this page.' : 'Not signed in. The reason is shown in ikigai.',
      )
    },
  }
}

/** Returns the address that was requested. Null: it is no callback. A page on another host name may lead here too. */
function callbackOf({ method, url = '', headers }: IncomingMessage, redirectUrl: string): string | null {
  const { origin, host } = new URL(redirectUrl)
  return method === 'GET' && headers.host === host && url.startsWith('/') ? `${origin}${url}` : null
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port === 0) throw error
    return listen(server, 0)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The text contains nothing of the request. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`${text}\n`)
}
