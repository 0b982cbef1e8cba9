import type { buildConnector, Response } from 'undici'

import { errorMessage } from '../../../shared/result.ts'
import { HostNotNamed } from '../only-hosts.ts'
import { type ConnectionOptions, openConnection } from './open-connection.ts'
import { PrivateAddressError } from './public-address.ts'

export interface FetchOptions extends ConnectionOptions {
  readonly maxBytes?: number
  readonly timeoutMs?: number
}

interface Page {
  readonly ok: true
  /** The URL after redirects. */
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  /** True if the page is longer than `maxBytes`. */
  readonly isCut: boolean
}

export type PageResult = Page | { readonly ok: false; readonly message: string }

const MAX_BYTES = 5 * 1024 ** 2
const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const USER_AGENT = 'ikigai (web_fetch)'

/**
 * Fetches a page from the public internet. Every address is checked when it is connected to, including redirects. A
 * redirect to another host is reported, not followed, because the user approved only this host.
 */
export async function fetchPage(url: URL, options: FetchOptions): Promise<PageResult> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = AbortSignal.any([options.signal, timeout])
  try {
    return await follow(url, { ...options, signal })
  } catch (error) {
    if (options.signal.aborted) return { ok: false, message: 'Cancelled.' }
    if (timeout.aborted) return { ok: false, message: `${url.href} did not answer in time.` }
    return { ok: false, message: problemOf(url, error) }
  }
}

async function follow(start: URL, options: FetchOptions): Promise<PageResult> {
  const { Agent, buildConnector, fetch } = await import('undici')
  const agent = new Agent({ connect: connector(options, buildConnector({})) })
  try {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        signal: options.signal,
        headers: { 'user-agent': USER_AGENT, accept: 'text/html, text/*;q=0.9, application/json;q=0.9, */*;q=0.1' },
      })
      const next = redirectTarget(url, response)
      if (next === null) return await readPage(url, response, options.maxBytes ?? MAX_BYTES)
      await response.body?.cancel()
      if (typeof next === 'string') return { ok: false, message: next }
      url = next
    }
    return { ok: false, message: `${start.href} redirects more than ${MAX_REDIRECTS} times.` }
  } finally {
    await agent.destroy()
  }
}

/** Connects as `openConnection` does. `encrypt` makes an encrypted connection of a plain one. */
function connector(connection: FetchOptions, encrypt: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const { hostname, protocol } = options
    const isEncrypted = protocol === 'https:'
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const port = Number(options.port || (isEncrypted ? 443 : 80))
    openConnection({ host, port }, connection).then(
      (httpSocket) => (isEncrypted ? encrypt({ ...options, httpSocket }, callback) : callback(null, httpSocket)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(errorMessage(error)), null),
    )
  }
}

/** Null: not a redirect. Text: why the redirect is not followed. */
function redirectTarget(from: URL, response: Response): URL | string | null {
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return null
  const target = URL.parse(location, from.href)
  if (target === null) return `${from.href} redirects to an address that is not valid.`
  const isSameHost = target.hostname === from.hostname && (target.port === from.port || target.port === '')
  const isWeb = target.protocol === 'https:' || (target.protocol === 'http:' && from.protocol === 'http:')
  if (isSameHost && isWeb) return target
  return `${from.href} redirects to ${target.href}. Fetch that address if it is the one you want.`
}

async function readPage(url: URL, response: Response, maxBytes: number): Promise<Page> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    if (!(chunk instanceof Uint8Array)) continue
    chunks.push(chunk)
    size += chunk.length
    // Counted after decompression: a small file can expand to a very large one.
    if (size > maxBytes) break
  }
  return {
    ok: true,
    url: url.href,
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isCut: size > maxBytes,
  }
}

/** Describes the error by its cause, because `fetch failed` has no information. */
function problemOf(url: URL, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof PrivateAddressError || cause instanceof HostNotNamed) return cause.message
  return `${url.href} could not be fetched: ${errorMessage(cause)}`
}
