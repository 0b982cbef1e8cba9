import type { JsonObject } from '../../../src/shared/json.ts'
import { makeId } from './make-id.ts'
import { failureBody, failureStatus } from './provider-failure.ts'
import type { ProviderFailure } from './provider-failure.ts'
import { objectOf, textOf } from './read-json.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { apart, dataEvent, namedEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'

/** Returns the provider's events for a failure in the middle of a stream. */
export function midStreamError(failure: ProviderFailure, request: SimulatorRequest, sequence: number): StreamItem[] {
  const body = failureBody(failure, request.wire, request.host)
  switch (request.wire) {
    case 'anthropic':
      return [namedEvent('error', body)]
    case 'responses':
      return failedResponse(objectOf(body['error']), request, sequence)
    case 'chat':
      return [dataEvent(chatError(body, failure, request))]
    case 'gemini':
      // Not a server-sent event: the unframed body, in a separate network chunk (recorded:
      // gemini/error-mid-stream.sse).
      return [apart(`${JSON.stringify(body, undefined, 2)}\n`)]
  }
}

/** Recorded order: `error` with a nested error, then `response.failed`. */
function failedResponse(error: JsonObject, request: SimulatorRequest, sequence: number): StreamItem[] {
  const { type = 'server_error', message = '', code = null } = error
  const nested = { type, code, message, param: null }
  const failed = {
    id: makeId('resp_0', 48),
    object: 'response',
    status: 'failed',
    model: request.model,
    output: [],
    usage: null,
    error: { code, message },
  }
  return [
    namedEvent('error', { type: 'error', sequence_number: sequence, error: nested }),
    namedEvent('response.failed', { type: 'response.failed', sequence_number: sequence + 1, response: failed }),
  ]
}

/** OpenRouter keeps the shape of a chunk and the status 200. */
function chatError(body: JsonObject, failure: ProviderFailure, request: SimulatorRequest): JsonObject {
  if (request.host !== 'openrouter') return body
  const message = textOf(objectOf(body['error'])['message'])
  const choice = { index: 0, delta: { content: '' }, finish_reason: 'error' }
  const head = { id: makeId('gen-'), object: 'chat.completion.chunk', model: request.model }
  return { ...head, error: { code: failureStatus(failure, 'chat'), message }, choices: [choice] }
}
