import type { JsonObject } from '../../../src/shared/json.ts'
import { textOf } from './read-json.ts'
import type { Simulator } from './simulator.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'

export interface PostedAnswer {
  readonly status: number
  readonly text: string
  /** The body, if it is JSON. */
  readonly body: unknown
  readonly headers: Headers
}

export interface Post {
  readonly host: SimulatedHost
  readonly wire: WireFormat
  readonly body: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

/** Sends a request without an SDK, so that it may be invalid. */
export async function postRequest(simulator: Simulator, post: Post): Promise<PostedAnswer> {
  const response = await fetch(requestUrl(simulator, post), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeaders(post), ...post.headers },
    body: JSON.stringify(withoutModel(post)),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: unknown = json ? JSON.parse(text) : undefined
  return { status: response.status, text, body, headers: response.headers }
}

function requestUrl(simulator: Simulator, { host, wire, body }: Post): string {
  const base = simulator.baseUrls[host]
  switch (wire) {
    case 'anthropic':
      return `${base}/v1/messages`
    case 'responses':
      return `${base}/responses`
    case 'chat':
      return `${base}/chat/completions`
    case 'gemini':
      return `${base}/v1/models/${textOf(body['model'])}:streamGenerateContent?alt=sse`
  }
}

function keyHeaders({ wire, key = 'a-key' }: Post): Record<string, string> {
  if (wire === 'gemini') return { 'x-goog-api-key': key }
  const version: Record<string, string> = wire === 'anthropic' ? { 'anthropic-version': '2026-10-21' } : {}
  return { ...version, authorization: `Bearer ${key}` }
}

/** Removes the model, which Gemini expects in the path only. */
function withoutModel({ wire, body }: Post): JsonObject {
  return wire === 'gemini' ? Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'model')) : body
}
