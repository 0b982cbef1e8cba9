import { isOwnHost, isOwnOrigin } from '../own-names.ts'

/** A refused request, as the status and the code of its answer. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

export interface RequestHead {
  readonly method: string
  readonly hasToken: boolean
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly contentType: string | undefined
}

const UNAUTHORIZED: Refusal = {
  status: 401,
  code: 'UNAUTHORIZED',
  message: 'No valid token. Make one with `ikigai tokens add NAME`, and send it as `Authorization: Bearer TOKEN`.',
}

/**
 * Returns why a request is refused before its path is looked at; null: it is not. Without a token the answer is always
 * the same. A page in a browser is refused unless it is from this host, which serves none.
 */
export function requestRefusal(request: RequestHead, listenAddress: string): Refusal | null {
  const { method, hasToken, host, origin, contentType } = request
  if (!hasToken) return UNAUTHORIZED
  if (!isOwnHost(host, listenAddress)) {
    return { status: 421, code: 'WRONG_HOST', message: 'Use the address that `ikigai serve --api` prints.' }
  }
  if (origin !== undefined && !isOwnOrigin(origin, host)) {
    return { status: 403, code: 'WRONG_ORIGIN', message: 'Pages of other origins are not served.' }
  }
  if (method !== 'GET' && method !== 'POST') {
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Every operation is a POST.' }
  }
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType)) {
    return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the input as application/json.' }
  }
  return null
}
