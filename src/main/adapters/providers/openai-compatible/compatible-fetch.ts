import { isJsonObject } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { listField, parseJson, textField } from '../wire-value.ts'

/**
 * Returns a fetch that converts vendors' responses to the form that the SDK reads: error bodies under `error`, and, if
 * a stream was requested, an unstreamed response as a stream of one event.
 */
export function compatibleFetch(inner: typeof fetch, wants: 'stream' | 'json'): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init)
    if (!response.ok) return withText(response, errorText(await response.text()))
    if (wants === 'json' || !isJsonType(response)) return response
    const text = await response.text()
    return withText(response, text.trimStart().startsWith('{') ? asStream(text) : text, 'text/event-stream')
  }
}

function isJsonType(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true
}

function asStream(text: string): string {
  const json = parseJson(text)
  return json === undefined ? text : `data: ${JSON.stringify(json)}\n\ndata: [DONE]\n\n`
}

function withText(response: Response, text: string, type?: string): Response {
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  // The text is already decoded.
  headers.delete('content-encoding')
  headers.delete('content-length')
  if (type !== undefined) headers.set('content-type', type)
  return new Response(text, { status, statusText, headers })
}

/** Returns a text that is not a JSON object unchanged. */
function errorText(text: string): string {
  const body = parseJson(text)
  return isJsonObject(body) ? JSON.stringify({ error: errorBody(body) }) : text
}

/**
 * Accepts `{error: {…}}` as OpenAI sends it; `{error: "…", code}` (xAI, LM Studio, Ollama); `{message, type, code}`
 * (Mistral, vLLM); `{detail}` (Mistral and others that use FastAPI).
 */
function errorBody(body: JsonObject): JsonObject {
  const { error, ...rest } = body
  if (isJsonObject(error)) return error
  if (typeof error === 'string') return { ...rest, message: error }
  const message = textField(body, 'message') ?? detailText(body)
  return message === undefined ? body : { ...body, message }
}

function detailText(body: JsonObject): string | undefined {
  const details = listField(body, 'detail').map((detail) => {
    return [listField(detail, 'loc').join('.'), textField(detail, 'msg')].filter(Boolean).join(': ')
  })
  return textField(body, 'detail') ?? (details.length === 0 ? undefined : details.join('; '))
}
