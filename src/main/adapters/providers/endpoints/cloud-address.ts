import type { CloudForm } from '../../../../shared/endpoints/endpoint-presets.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import { parseJson } from '../wire-value.ts'

/** Where a request goes, and its body. */
interface SentRequest {
  readonly url: string
  readonly body: unknown
}

/** The version of the Messages API on Google Cloud, which is part of the body there. */
const MESSAGES_VERSION = 'vertex-2023-10-16'

/** Returns a request of an SDK as a cloud takes it. `baseUrl`: the address of the project and its location. */
export function cloudRequest(form: CloudForm, baseUrl: string, { url, body }: SentRequest): SentRequest {
  const { pathname, search } = new URL(url)
  if (form === 'vertex-gemini') {
    const [, method] = /\/models\/([^/]+)$/.exec(pathname) ?? []
    return method === undefined
      ? { url, body }
      : { url: `${baseUrl}/publishers/google/models/${method}${search}`, body }
  }
  const json = typeof body === 'string' ? parseJson(body) : undefined
  if (!pathname.endsWith('/v1/messages') || !isJsonObject(json)) return { url, body }
  const { model, ...rest } = json
  const name = encodeURIComponent(typeof model === 'string' ? model : '').replaceAll('%40', '@')
  return {
    url: `${baseUrl}/publishers/anthropic/models/${name}:streamRawPredict`,
    body: JSON.stringify({ anthropic_version: MESSAGES_VERSION, ...rest }),
  }
}
