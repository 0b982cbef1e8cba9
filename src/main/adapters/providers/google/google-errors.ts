import type { AppError, ErrorCategory } from '../../../../shared/app-error.ts'
import { categoryOfStatus, type ErrorSource, providerError, saysTooLong } from '../provider-error.ts'
import { retryAfterOf, sensibleWait } from '../limit-reset.ts'
import { connectionError, plainSentence, readFailure } from '../sdk-failure.ts'
import { field, listField, numberField, parseJson, textField } from '../wire-value.ts'

const CATEGORY_OF_STATUS_NAME: Readonly<Record<string, ErrorCategory>> = {
  INVALID_ARGUMENT: 'INVALID_REQUEST',
  FAILED_PRECONDITION: 'INVALID_REQUEST',
  OUT_OF_RANGE: 'INVALID_REQUEST',
  UNAUTHENTICATED: 'AUTH',
  PERMISSION_DENIED: 'AUTH',
  NOT_FOUND: 'NOT_FOUND',
  RESOURCE_EXHAUSTED: 'RATE_LIMIT',
  INTERNAL: 'SERVER',
  UNKNOWN: 'SERVER',
  CANCELLED: 'SERVER',
  ABORTED: 'SERVER',
  UNAVAILABLE: 'OVERLOADED',
  DEADLINE_EXCEEDED: 'TIMEOUT',
}

const BAD_KEY = /API[ _]key (not valid|expired|not found)|API_KEY_INVALID/i

/**
 * Converts anything that the SDK throws to an `AppError`. The SDK's errors hold the body as JSON text in their message,
 * and no headers: `headers` are those of the refused response, as our fetch received them.
 */
export function googleError(cause: unknown, headers?: Headers, source: ErrorSource = 'google'): AppError {
  const { status, message } = readFailure(cause)
  const body = errorBody(message)
  if (body === undefined) {
    if (status === undefined) return connectionError(source, cause)
    return providerError(source, {
      category: categoryOfStatus(status),
      providerMessage: plainSentence(message),
      httpStatus: status,
      retryAfterMs: retryAfterOf(headers),
    })
  }
  return googleErrorBody(body, status, headers, source)
}

/**
 * Converts `{code, message, status, details[]}` to an `AppError`. The body's own retry delay takes precedence over the
 * header's.
 */
export function googleErrorBody(
  error: unknown,
  httpStatus: number | undefined,
  headers?: Headers,
  source: ErrorSource = 'google',
): AppError {
  const providerMessage = plainSentence(textField(error, 'message') ?? '')
  const statusName = textField(error, 'status')
  const reason = detail(error, 'ErrorInfo', 'reason')
  const retryAfterMs =
    sensibleWait(durationMs(detail(error, 'RetryInfo', 'retryDelay'))) ?? retryAfterOf(headers, error)
  const known = statusName === undefined ? undefined : CATEGORY_OF_STATUS_NAME[statusName]
  const code = httpStatus ?? numberField(error, 'code')
  const category = known ?? (code === undefined ? 'SERVER' : categoryOfStatus(code))
  const mayWait = retryAfterMs !== undefined || reason === 'RATE_LIMIT_EXCEEDED'
  return providerError(source, {
    category: refine(category, { providerMessage, reason, mayWait, perDay: isPerDay(error) }),
    providerMessage,
    httpStatus,
    providerCode: reason === 'API_KEY_INVALID' ? reason : (statusName ?? reason),
    retryAfterMs,
  })
}

interface Hints {
  readonly providerMessage: string
  readonly reason: string | undefined
  /** The limit is short-term, so a retry can succeed. */
  readonly mayWait: boolean
  readonly perDay: boolean
}

/**
 * Refines the category: an invalid key and a context overflow are a 400 here, and rate limits and used-up quotas share
 * one status.
 */
function refine(category: ErrorCategory, hints: Hints): ErrorCategory {
  if (hints.reason?.startsWith('API_KEY_') || BAD_KEY.test(hints.providerMessage)) return 'AUTH'
  if (category === 'INVALID_REQUEST') {
    if (saysTooLong(hints.providerMessage)) return 'CONTEXT_LENGTH'
    return /billing/i.test(hints.providerMessage) ? 'BILLING' : category
  }
  if (category !== 'RATE_LIMIT') return category
  if (hints.perDay) return 'BILLING'
  return !hints.mayWait && /billing|quota|prepay|credit/i.test(hints.providerMessage) ? 'BILLING' : category
}

const DEEPEST_WRAP = 4

/** Returns the innermost `error` object in a message: SDK and servers nest JSON texts, with other text before them. */
function errorBody(message: string): unknown {
  let text = message
  let found: unknown
  for (let depth = 0; depth < DEEPEST_WRAP; depth++) {
    const parsed = parseJson(text.slice(Math.max(0, text.search(/[[{]/))))
    const error = field(Array.isArray(parsed) ? parsed[0] : parsed, 'error')
    if (error === undefined) return found
    found = typeof error === 'string' ? { message: error } : error
    text = textField(found, 'message') ?? ''
  }
  return found
}

function detail(error: unknown, type: string, key: string): string | undefined {
  const entry = listField(error, 'details').find((candidate) =>
    textField(candidate, '@type')?.endsWith(`google.rpc.${type}`),
  )
  return textField(entry, key)
}

function isPerDay(error: unknown): boolean {
  const violations = listField(error, 'details').flatMap((entry) => listField(entry, 'violations'))
  return violations.some((violation) => /PerDay/.test(textField(violation, 'quotaId') ?? ''))
}

/** Converts `45.8s` to 45800. */
function durationMs(duration: string | undefined): number | undefined {
  const seconds = /^([\d.]+)s$/.exec(duration ?? '')?.[1]
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000)
}
