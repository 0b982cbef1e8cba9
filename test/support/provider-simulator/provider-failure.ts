import type { JsonObject } from '../../../src/shared/json.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'

/** Failures that every provider describes differently. */
export type FailureKind =
  | 'bad_request'
  | 'auth'
  | 'billing'
  | 'permission'
  | 'not_found'
  | 'too_large'
  | 'rate_limit'
  | 'quota'
  | 'server'
  | 'timeout'
  | 'overloaded'

export interface ProviderFailure {
  readonly kind: FailureKind
  readonly message?: string
  /** Replaces the kind's own status. */
  readonly status?: number
  /** Sent as `retry-after` (Gemini: RetryInfo in the body). */
  readonly retryAfterSeconds?: number
  /** Sent as `retry-after-ms` (not by Gemini). */
  readonly retryAfterMs?: number
  /** Replaces the body. */
  readonly body?: JsonObject
}

interface Wording {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly code?: string
}

const ANTHROPIC: Readonly<Record<FailureKind, Wording>> = {
  bad_request: { status: 400, type: 'invalid_request_error', message: 'Invalid request.' },
  auth: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  billing: { status: 402, type: 'billing_error', message: 'Your credit balance is too low to access the API.' },
  permission: { status: 403, type: 'permission_error', message: 'Your API key does not have permission.' },
  not_found: { status: 404, type: 'not_found_error', message: 'model: unknown' },
  too_large: { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' },
  rate_limit: {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your account's rate limit. Please try again later.",
  },
  quota: { status: 429, type: 'rate_limit_error', message: 'You have reached your specified API usage limits.' },
  server: { status: 500, type: 'api_error', message: 'Internal server error' },
  timeout: { status: 504, type: 'timeout_error', message: 'Request timed out' },
  overloaded: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
}

const OPENAI: Readonly<Record<FailureKind, Wording>> = {
  bad_request: { status: 400, type: 'invalid_request_error', message: 'Invalid request.' },
  auth: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    message:
      'Incorrect API key provided: sk-…. You can find your API key at https://platform.openai.com/account/api-keys.',
  },
  billing: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  permission: { status: 403, type: 'invalid_request_error', message: 'You do not have access to this resource.' },
  not_found: {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: 'The model does not exist or you do not have access to it.',
  },
  too_large: { status: 413, type: 'invalid_request_error', message: 'Request too large.' },
  rate_limit: {
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached on tokens per min (TPM). Please try again in 1.2s.',
  },
  quota: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  server: {
    status: 500,
    type: 'server_error',
    code: 'server_error',
    message: 'The server had an error while processing your request. Sorry about that!',
  },
  timeout: { status: 504, type: 'server_error', message: 'The request timed out.' },
  overloaded: {
    status: 503,
    type: 'server_error',
    code: 'server_is_overloaded',
    message: 'Our servers are currently overloaded. Please try again later.',
  },
}

const GEMINI: Readonly<Record<FailureKind, Wording>> = {
  bad_request: { status: 400, type: 'INVALID_ARGUMENT', message: 'Request contains an invalid argument.' },
  auth: { status: 400, type: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' },
  billing: { status: 429, type: 'RESOURCE_EXHAUSTED', message: 'Your prepayment credits are depleted.' },
  permission: { status: 403, type: 'PERMISSION_DENIED', message: 'The caller does not have permission' },
  not_found: { status: 404, type: 'NOT_FOUND', message: 'models/unknown is not found for API version v1.' },
  too_large: { status: 413, type: 'INVALID_ARGUMENT', message: 'Request payload size exceeds the limit.' },
  rate_limit: { status: 429, type: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted (e.g. check quota).' },
  quota: {
    status: 429,
    type: 'RESOURCE_EXHAUSTED',
    message: 'You exceeded your current quota, please check your plan.',
  },
  server: { status: 500, type: 'INTERNAL', message: 'An internal error has occurred.' },
  timeout: { status: 504, type: 'DEADLINE_EXCEEDED', message: 'Deadline expired before operation could complete.' },
  overloaded: { status: 503, type: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
}

/** Returns the status of a failure in one dialect. */
export function failureStatus(failure: ProviderFailure, wire: WireFormat): number {
  return failure.status ?? wording(failure.kind, wire).status
}

/** Returns the headers of a failure in one dialect. Gemini has none of its own. */
export function failureHeaders(failure: ProviderFailure, wire: WireFormat): Record<string, string> {
  if (wire === 'gemini') return {}
  return {
    ...(failure.retryAfterSeconds === undefined ? {} : { 'retry-after': String(failure.retryAfterSeconds) }),
    ...(failure.retryAfterMs === undefined ? {} : { 'retry-after-ms': String(failure.retryAfterMs) }),
  }
}

/** Returns the body of a failure in the host's format. */
export function failureBody(failure: ProviderFailure, wire: WireFormat, host: SimulatedHost): JsonObject {
  if (failure.body !== undefined) return failure.body
  const { type, message: usual, code, status } = { ...wording(failure.kind, wire), ...statusOf(failure) }
  const message = failure.message ?? usual
  switch (wire) {
    case 'anthropic':
      return { type: 'error', error: { type, message }, request_id: 'req_simulated' }
    case 'gemini':
      return { error: { code: status, message, status: type, ...geminiDetails(failure) } }
    case 'responses':
    case 'chat':
      return compatibleBody(host, { type, message, code: code ?? null, status })
  }
}

interface CompatibleError {
  readonly type: string
  readonly message: string
  readonly code: string | null
  readonly status: number
}

function compatibleBody(host: SimulatedHost, { type, message, code, status }: CompatibleError): JsonObject {
  if (host === 'xai') return { code: code ?? type, error: message }
  if (host === 'mistral') return { object: 'error', message, type, param: null, code }
  if (host === 'openrouter') {
    return { error: { message, code: status, metadata: { raw: message, provider_name: 'Google' } }, user_id: 'user_1' }
  }
  return { error: { message, type, param: null, code } }
}

function geminiDetails(failure: ProviderFailure): { readonly details?: readonly JsonObject[] } {
  if (failure.kind === 'auth') {
    const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
    return { details: [{ ...info, domain: 'googleapis.com' }] }
  }
  if (failure.retryAfterSeconds === undefined) return {}
  const retryDelay = `${failure.retryAfterSeconds}s`
  return { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] }
}

function statusOf(failure: ProviderFailure): { readonly status?: number } {
  return failure.status === undefined ? {} : { status: failure.status }
}

function wording(kind: FailureKind, wire: WireFormat): Wording {
  if (wire === 'anthropic') return ANTHROPIC[kind]
  return wire === 'gemini' ? GEMINI[kind] : OPENAI[kind]
}
