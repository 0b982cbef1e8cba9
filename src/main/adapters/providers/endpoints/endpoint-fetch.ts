import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import type { KeyHeader } from '../../../../shared/endpoints/endpoint-kinds.ts'
import type { AppError } from '../../../../shared/app-error.ts'
import type { Result } from '../../../../shared/result.ts'
import { cloudRequest } from './cloud-address.ts'
import { NotSent } from '../sdk-failure.ts'

/** Returns the key or token of a request; `refused`: the one that the server did not accept, so that a new one is needed. */
export type FindToken = (refused?: string) => Promise<Result<string, AppError>>

const HEADERS_OF: Readonly<Record<KeyHeader, (token: string) => Readonly<Record<string, string>>>> = {
  bearer: (token) => ({ authorization: `Bearer ${token}` }),
  'api-key': (token) => ({ 'api-key': token }),
  'x-api-key': (token) => ({ 'x-api-key': token }),
  'x-goog-api-key': (token) => ({ 'x-goog-api-key': token }),
  messages: (token) => ({ 'x-api-key': token, authorization: `Bearer ${token}` }),
}

/** The headers in which the SDKs send keys. */
const SDK_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

/**
 * Returns a fetch that sends an endpoint's headers and its key or token in place of what the SDK sends. A token that the
 * server refuses is renewed once and the request sent again; a key is not.
 */
export function endpointFetch(
  endpoint: Endpoint,
  { token, baseUrl }: { readonly token: FindToken; readonly baseUrl: string },
  inner: typeof fetch,
): typeof fetch {
  return async (input, given) => {
    const url = input instanceof Request ? input.url : String(input)
    const init = inCloud(endpoint, baseUrl, url, given)
    const send = async (key: string): Promise<Response> =>
      inner(init.url, { ...init.init, headers: endpointHeaders(endpoint, new Headers(given?.headers), key) })
    const first = await found(token())
    const response = await send(first)
    if (response.status !== 401 || endpoint.tokenCommand === null) return response
    await response.body?.cancel().catch(() => undefined)
    return send(await found(token(first)))
  }
}

/** The address and the body as the cloud of the endpoint takes them. */
function inCloud({ cloud }: Endpoint, baseUrl: string, url: string, init: RequestInit | undefined) {
  if (cloud === null) return { url, init }
  const sent = cloudRequest(cloud, baseUrl, { url, body: init?.body })
  return { url: sent.url, init: typeof sent.body === 'string' ? { ...init, body: sent.body } : init }
}

async function found(token: ReturnType<FindToken>): Promise<string> {
  const result = await token
  if (!result.ok) throw new NotSent(result.error)
  return result.value
}

function endpointHeaders({ headers, keyHeader }: Endpoint, sdk: Headers, token: string): Headers {
  for (const name of SDK_HEADERS) sdk.delete(name)
  if (token !== '') for (const [name, value] of Object.entries(HEADERS_OF[keyHeader](token))) sdk.set(name, value)
  // Those of the user count last: they may replace each of the others.
  for (const [name, value] of Object.entries(headers)) sdk.set(name, value)
  return sdk
}
