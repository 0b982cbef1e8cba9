import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import type { Result } from '../../../../shared/result.ts'
import { cloudRequest } from './cloud-address.ts'
import { NotSent } from '../sdk-failure.ts'
import type { Credential, FindCredential } from './endpoint-credential.ts'

/** The headers in which the SDKs send keys. */
const SDK_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

/**
 * Returns a fetch that sends an endpoint's headers and its credential in place of what the SDK sends. A token that the
 * server refuses is renewed once and the request sent again; a key is not.
 */
export function endpointFetch(
  endpoint: Endpoint,
  { credential, baseUrl }: { readonly credential: FindCredential; readonly baseUrl: string },
  inner: typeof fetch,
): typeof fetch {
  return async (input, given) => {
    const url = input instanceof Request ? input.url : String(input)
    const { url: address, init } = inCloud(endpoint, baseUrl, url, given)
    const send = async (found: Credential): Promise<Response> => {
      const body = typeof init?.body === 'string' ? init.body : ''
      const proof = await found.headers({ url: address, method: init?.method ?? 'GET', body })
      return inner(address, { ...init, headers: endpointHeaders(endpoint, new Headers(given?.headers), proof) })
    }
    const first = valueOf(await credential())
    const response = await send(first)
    if (!(await mayBeRenewed(endpoint, response))) return response
    const next = await credential(first.id)
    if (next.ok && next.value.id === first.id) return response
    await response.body?.cancel().catch(() => undefined)
    return send(valueOf(next))
  }
}

/** Whether an answer refuses a token or temporary keys, of which there may be newer ones. AWS says 403 where they have ended. */
async function mayBeRenewed({ tokenCommand, auth }: Endpoint, response: Response): Promise<boolean> {
  if (tokenCommand === null && auth === null) return false
  if (response.status !== 403) return response.status === 401
  return /expired/i.test(await response.clone().text())
}

/** The address and the body as the cloud of the endpoint takes them. */
function inCloud({ cloud }: Endpoint, baseUrl: string, url: string, init: RequestInit | undefined) {
  if (cloud === null) return { url, init }
  const sent = cloudRequest(cloud, baseUrl, { url, body: init?.body })
  return { url: sent.url, init: typeof sent.body === 'string' ? { ...init, body: sent.body } : init }
}

function valueOf(result: Result<Credential>): Credential {
  if (!result.ok) throw new NotSent(result.error)
  return result.value
}

function endpointHeaders({ headers }: Endpoint, sdk: Headers, proof: Readonly<Record<string, string>>): Headers {
  for (const name of SDK_HEADERS) sdk.delete(name)
  for (const [name, value] of Object.entries(proof)) sdk.set(name, value)
  // Those of the user count last: they may replace each of the others.
  for (const [name, value] of Object.entries(headers)) sdk.set(name, value)
  return sdk
}
