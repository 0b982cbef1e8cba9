import type { AppError, ErrorCategory } from '../../../shared/app-error.ts'
import { categoryOfStatus, type ErrorSource, providerError, saysTooLong } from './provider-error.ts'
import { retryAfterOf } from './limit-reset.ts'
import { connectionError, plainSentence, readFailure } from './sdk-failure.ts'
import { field, numberField, textField } from './wire-value.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Looked up by `code`, then by `type`: a used-up quota is a 429 with its own code
 * (docs/behaviour/errors.md#categories-from-http).
 */
const CATEGORY_OF_CODE: Readonly<Record<string, ErrorCategory>> = {
  insufficient_quota: 'BILLING',
  billing_hard_limit_reached: 'BILLING',
  billing_not_active: 'BILLING',
  exceeded_current_quota_error: 'BILLING',
  invalid_api_key: 'AUTH',
  authentication_error: 'AUTH',
  invalid_authentication_error: 'AUTH',
  incorrect_api_key_error: 'AUTH',
  permission_error: 'AUTH',
  permission_denied_error: 'AUTH',
  rate_limit_exceeded: 'RATE_LIMIT',
  rate_limit_error: 'RATE_LIMIT',
  rate_limit_reached_error: 'RATE_LIMIT',
  tokens: 'RATE_LIMIT',
  requests: 'RATE_LIMIT',
  context_length_exceeded: 'CONTEXT_LENGTH',
  exceed_context_size_error: 'CONTEXT_LENGTH',
  string_above_max_length: 'CONTEXT_LENGTH',
  content_filter: 'CONTENT_FILTER',
  content_policy_violation: 'CONTENT_FILTER',
  bio_policy: 'CONTENT_FILTER',
  misalignment_policy_violation: 'CONTENT_FILTER',
  image_content_policy_violation: 'CONTENT_FILTER',
  model_not_found: 'NOT_FOUND',
  not_found_error: 'NOT_FOUND',
  resource_not_found_error: 'NOT_FOUND',
  server_error: 'SERVER',
  internal_error: 'SERVER',
  server_is_overloaded: 'OVERLOADED',
  engine_overloaded_error: 'OVERLOADED',
  slow_down: 'OVERLOADED',
  service_unavailable: 'OVERLOADED',
  timeout: 'TIMEOUT',
  invalid_prompt: 'INVALID_REQUEST',
}

/**
 * Categories by message, where code and status do not suffice: a wrong key is a 400 at xAI, used-up credits a 403 or
 * 429.
 */
const CATEGORY_BY_TEXT: readonly (readonly [RegExp, ErrorCategory])[] = [
  [
    /(incorrect|invalid|missing) api key|not authenticated|unauthori[sz]ed|authentication (required|failed)|invalid (token|credentials)|login fail/i,
    'AUTH',
  ],
  [/model .{0,120}(not found|does not exist|is not available)|no such model|unknown model/i, 'NOT_FOUND'],
  [/used all available credits|insufficient credits|spending limit/i, 'BILLING'],
]

const OVERLOADED = /overloaded|at capacity|server busy|maximum pending requests/i

/** What a server says that another try does not change. */
const FINAL =
  /fail(ed|ure) to load|(unable|cannot|could not) (to )?load|corrupt|broken|unsupported (model|architecture)|no such file|no models? (is |are )?loaded/i

/**
 * Converts anything that the SDK throws to an `AppError`: an HTTP error, an error in the stream, a broken connection.
 */
export function openaiError(provider: ErrorSource, cause: unknown): AppError {
  const failure = readFailure(cause)
  if (failure.status === undefined && failure.body === undefined) return connectionError(provider, cause)
  return openaiErrorBody(provider, failure.body, {
    status: failure.status,
    headers: failure.headers,
    providerMessage: failure.body === undefined ? plainSentence(failure.message) : undefined,
  })
}

export interface OpenaiErrorFrame {
  readonly status?: number | undefined
  readonly headers?: Headers | undefined
  /** The body's text if it is not JSON. */
  readonly providerMessage?: string | undefined
}

/**
 * Converts `{message, type, param, code}` to an `AppError`; a gateway's `code` is a status, and its `metadata` has the
 * cause.
 */
export function openaiErrorBody(provider: ErrorSource, error: unknown, frame: OpenaiErrorFrame = {}): AppError {
  const providerMessage = sentenceOf(error) ?? frame.providerMessage
  const numericCode = numberField(error, 'code')
  const code = textField(error, 'code')
  const codeAsStatus = code === undefined || !/^[45]\d\d$/.test(code) ? undefined : Number(code)
  const type = textField(error, 'type')
  const status = frame.status ?? statusOf(numericCode ?? codeAsStatus ?? numberField(error, 'status_code'))
  return providerError(provider, {
    category: categoryOf([code, type], status, providerMessage ?? ''),
    providerMessage,
    httpStatus: status,
    providerCode: code ?? (type === 'error' ? undefined : type) ?? numericCode?.toString(),
    retryAfterMs: retryAfterOf(frame.headers, error),
    ...defined({ retryable: FINAL.test(providerMessage ?? '') ? false : undefined }),
    requestId: frame.headers?.get('x-request-id') ?? undefined,
  })
}

/** A gateway reports only that a provider failed; that provider's message is in `metadata.raw`. */
function sentenceOf(error: unknown): string | undefined {
  const message = typeof error === 'string' ? error : textField(error, 'message')
  const raw = textField(field(error, 'metadata'), 'raw')
  if (raw === undefined || raw === message) return message
  const from = textField(field(error, 'metadata'), 'provider_name')
  return `${message ?? 'The provider failed'} (${from === undefined ? '' : `${from}: `}${raw})`
}

function statusOf(code: number | undefined): number | undefined {
  return code !== undefined && code >= 400 && code < 600 ? code : undefined
}

function categoryOf(
  codes: readonly (string | undefined)[],
  status: number | undefined,
  providerMessage: string,
): ErrorCategory {
  for (const code of codes) {
    const known = code === undefined ? undefined : CATEGORY_OF_CODE[code]
    // `server_error` is used for every status from 500 on: the status is more specific.
    const isVague = known === 'INVALID_REQUEST' || (known === 'SERVER' && status !== undefined)
    if (known !== undefined && !isVague) return known
  }
  const byText = saysTooLong(providerMessage)
    ? 'CONTEXT_LENGTH'
    : CATEGORY_BY_TEXT.find(([words]) => words.test(providerMessage))?.[1]
  const isRequest =
    status === undefined ? codes.includes('invalid_request_error') || codes.includes('invalid_prompt') : status === 400
  if (isRequest) return byText ?? 'INVALID_REQUEST'
  if (status === 403 || status === 422 || status === 429) return byText ?? categoryOfStatus(status)
  // Local servers report it as an error of their own.
  if (status === 500 && byText === 'CONTEXT_LENGTH') return byText
  if (status !== undefined) return categoryOfStatus(status)
  return OVERLOADED.test(providerMessage) ? 'OVERLOADED' : (byText ?? 'SERVER')
}
