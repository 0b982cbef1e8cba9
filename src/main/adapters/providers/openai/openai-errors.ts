import type { AppError, ErrorCategory } from '../../../../shared/app-error.ts'
import { categoryOfStatus, providerError } from '../provider-error.ts'
import { connectionError, plainSentence, readFailure, retryAfterOf } from '../sdk-failure.ts'
import { field, textField } from '../wire-value.ts'

/** Looked up by `code`, then by `type`: quota is a 429 with a code of its own (decisions.md § 8). */
const CATEGORY_OF_CODE: Readonly<Record<string, ErrorCategory>> = {
  insufficient_quota: 'BILLING',
  billing_hard_limit_reached: 'BILLING',
  billing_not_active: 'BILLING',
  invalid_api_key: 'AUTH',
  authentication_error: 'AUTH',
  permission_error: 'AUTH',
  rate_limit_exceeded: 'RATE_LIMIT',
  rate_limit_error: 'RATE_LIMIT',
  tokens: 'RATE_LIMIT',
  requests: 'RATE_LIMIT',
  context_length_exceeded: 'CONTEXT_LENGTH',
  string_above_max_length: 'CONTEXT_LENGTH',
  content_filter: 'CONTENT_FILTER',
  content_policy_violation: 'CONTENT_FILTER',
  model_not_found: 'NOT_FOUND',
  not_found_error: 'NOT_FOUND',
  server_error: 'SERVER',
  internal_error: 'SERVER',
  server_is_overloaded: 'OVERLOADED',
  slow_down: 'OVERLOADED',
  service_unavailable: 'OVERLOADED',
  timeout: 'TIMEOUT',
  invalid_prompt: 'INVALID_REQUEST',
}

const TOO_LONG = /exceeds the context window|maximum context length|context length|too many tokens/i

/** Whatever the SDK threw as an `AppError`: an HTTP error, an `error` event in the stream, a broken connection. */
export function openaiError(cause: unknown): AppError {
  const failure = readFailure(cause)
  if (failure.status === undefined && failure.body === undefined) return connectionError('openai', cause)
  return openaiErrorBody(failure.body, {
    status: failure.status,
    headers: failure.headers,
    said: failure.body === undefined ? plainSentence(failure.message) : undefined,
  })
}

export interface OpenaiErrorFrame {
  readonly status?: number | undefined
  readonly headers?: Headers | undefined
  /** What stands in the body when it is not JSON. */
  readonly said?: string | undefined
}

/** `{message, type, param, code}` as an `AppError`. Others who speak this API send a plain string. */
export function openaiErrorBody(error: unknown, frame: OpenaiErrorFrame = {}): AppError {
  const said = typeof error === 'string' ? error : (textField(error, 'message') ?? frame.said)
  const code = textField(error, 'code')
  const type = textField(error, 'type')
  return providerError('openai', {
    category: categoryOf([code, type], frame.status, said ?? ''),
    said,
    httpStatus: frame.status,
    providerCode: code ?? (type === 'error' ? undefined : type),
    retryAfterMs: retryAfterOf(frame.headers),
    requestId: frame.headers?.get('x-request-id') ?? undefined,
  })
}

/** The 400 for organisations that may not have reasoning summaries (wire/providers.md § 2). */
export function isSummaryRefusal(cause: unknown): boolean {
  const { status, body } = readFailure(cause)
  if (status !== 400) return false
  return field(body, 'param') === 'reasoning.summary' || /reasoning\.summary/.test(textField(body, 'message') ?? '')
}

function categoryOf(codes: readonly (string | undefined)[], status: number | undefined, said: string): ErrorCategory {
  for (const code of codes) {
    const known = code === undefined ? undefined : CATEGORY_OF_CODE[code]
    if (known !== undefined && known !== 'INVALID_REQUEST') return known
  }
  const isRequest =
    status === undefined ? codes.includes('invalid_request_error') || codes.includes('invalid_prompt') : status === 400
  if (isRequest) return TOO_LONG.test(said) ? 'CONTEXT_LENGTH' : 'INVALID_REQUEST'
  return status === undefined ? 'SERVER' : categoryOfStatus(status)
}
