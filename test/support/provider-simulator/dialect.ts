import type { IncomingHttpHeaders } from 'node:http'

import type { JsonObject } from '../../../src/shared/json.ts'
import { objectsOf, textOf } from './read-json.ts'

/** The APIs that the simulator answers behind a dialect. */
export type DialectApi = 'chat' | 'responses' | 'messages' | 'gemini'

/** What one service refuses beyond the API that it speaks. Sources: the services' own pages, November 2026. */
export interface Dialect {
  /** The path of the base URL; missing: none. */
  readonly base?: string
  /** The path of the only operation, below the base URL. */
  readonly path: string
  readonly api: DialectApi
  readonly model: string
  /** Whether it has no list of models, which the entry has to name then. */
  readonly hasNoList?: true
  /** The form of the names of its models; others are a 404. */
  readonly models?: RegExp
  /** The fields that a body may have; any other is a 400. Null: all are accepted. */
  readonly fields: readonly string[] | null
  /** The fields that an assistant message may have. Missing: all. */
  readonly assistantFields?: readonly string[]
  /** Returns what else is refused, in the service's words; null: nothing. */
  readonly refuses?: (body: JsonObject) => string | null
  /** The header with the key. */
  readonly key: 'bearer' | 'api-key' | 'x-api-key' | 'none'
  /** Returns the body of a refusal. Missing: as OpenAI and Anthropic write it. */
  readonly errorBody?: (status: number, message: string) => JsonObject
}

/** Returns the messages of the model in a request. */
export const assistants = (body: JsonObject): readonly JsonObject[] =>
  objectsOf(body['messages']).filter((message) => message['role'] === 'assistant')

/** Returns why a dialect refuses a request: a status and the words; null: it accepts it. `headers`: null if its key was looked at. */
export function refusalOf(
  dialect: Dialect,
  body: JsonObject,
  headers: IncomingHttpHeaders | null,
): { readonly status: number; readonly message: string } | null {
  if (headers !== null && !hasKey(dialect, headers)) return { status: 401, message: 'Invalid API key' }
  if (body['model'] !== undefined && dialect.models?.test(textOf(body['model'])) === false)
    return { status: 404, message: 'The model does not exist' }
  const field = dialect.fields === null ? undefined : Object.keys(body).find((key) => !dialect.fields?.includes(key))
  if (field !== undefined) return { status: 400, message: `${field}: Extra inputs are not permitted` }
  const allowed = dialect.assistantFields
  const part = assistants(body)
    .flatMap((message) => Object.keys(message))
    .find((key) => allowed !== undefined && !allowed.includes(key))
  if (part !== undefined) return { status: 400, message: `property '${part}' is unsupported` }
  const words = dialect.refuses?.(body) ?? null
  return words === null ? null : { status: 400, message: words }
}

function hasKey({ key }: Dialect, headers: IncomingHttpHeaders): boolean {
  if (key === 'none') return true
  const sent = key === 'bearer' ? (headers.authorization ?? '').replace(/^Bearer /, '') : headers[key]
  return sent === 'endpoint-key'
}
