import type { AppError, ErrorCategory } from '../../../../shared/app-error.ts'
import { categoryOfStatus, type ErrorSource, providerError, saysTooLong } from '../provider-error.ts'
import { retryAfterOf } from '../limit-reset.ts'
import { connectionError, plainSentence, readFailure } from '../sdk-failure.ts'
import { field, numberField, textField } from '../wire-value.ts'

const CATEGORY_OF_TYPE: Readonly<Record<string, ErrorCategory>> = {
  invalid_request_error: 'INVALID_REQUEST',
  authentication_error: 'AUTH',
  permission_error: 'AUTH',
  billing_error: 'BILLING',
  not_found_error: 'NOT_FOUND',
  request_too_large: 'CONTEXT_LENGTH',
  rate_limit_error: 'RATE_LIMIT',
  api_error: 'SERVER',
  timeout_error: 'TIMEOUT',
  overloaded_error: 'OVERLOADED',
}

// The API has no code for this (docs/behaviour/providers.md#anthropic-messages).
const NO_CREDIT = /credit balance|spend(ing)? limit|usage limit|billing/i

/** Converts anything that the SDK throws to an `AppError`: an HTTP error, an `error` event, a broken connection. */
export function anthropicError(cause: unknown, source: ErrorSource = 'anthropic'): AppError {
  const failure = readFailure(cause)
  const type = textField(field(failure.body, 'error'), 'type')
  if (failure.status === undefined && type === undefined) return connectionError(source, cause)
  const requestId = failure.headers?.get('request-id') ?? undefined
  const providerMessage = failure.body === undefined ? plainSentence(failure.message) : undefined
  return anthropicErrorBody(failure.body, { ...failure, requestId, providerMessage, source })
}

export interface AnthropicErrorFrame {
  readonly status?: number | undefined
  readonly headers?: Headers | undefined
  readonly requestId?: string | undefined
  /** The body's text if it is not JSON. */
  readonly providerMessage?: string | undefined
  /** Missing: Anthropic. */
  readonly source?: ErrorSource
}

/** Converts `{type: 'error', error: {type, message}, request_id}` to an `AppError`. */
export function anthropicErrorBody(body: unknown, frame: AnthropicErrorFrame = {}): AppError {
  const error = field(body, 'error')
  const providerMessage = textField(error, 'message') ?? frame.providerMessage
  const type = textField(error, 'type')
  const { status } = frame
  return providerError(frame.source ?? 'anthropic', {
    category: categoryOf(type, status, providerMessage ?? ''),
    providerMessage,
    httpStatus: status,
    providerCode: type,
    retryAfterMs: retryAfterOf(frame.headers, error),
    requestId: frame.requestId ?? textField(body, 'request_id'),
    maxImageSide: maxImageSide(error, providerMessage ?? ''),
  })
}

const SAYS_SIDE = /dimensions?\b[^]{0,80}?(\d{3,5}) ?(?:pixels|px)/i

/**
 * Returns the longest side in the refusal of a picture: the field of `image_dimensions_too_large`, at the error or in
 * its details, else what the message says.
 */
function maxImageSide(error: unknown, providerMessage: string): number | undefined {
  const places = [error, field(error, 'details'), field(error, 'image_dimensions_too_large')]
  const named = places.map((place) => numberField(place, 'max_side_length_pixels')).find((side) => side !== undefined)
  const said = SAYS_SIDE.exec(providerMessage)?.[1]
  const side = named ?? (said === undefined ? undefined : Number(said))
  return side !== undefined && Number.isInteger(side) && side > 0 ? side : undefined
}

function categoryOf(type: string | undefined, status: number | undefined, providerMessage: string): ErrorCategory {
  const category = CATEGORY_OF_TYPE[type ?? ''] ?? (status === undefined ? 'SERVER' : categoryOfStatus(status))
  if (category === 'INVALID_REQUEST' && saysTooLong(providerMessage)) return 'CONTEXT_LENGTH'
  if ((category === 'INVALID_REQUEST' || category === 'RATE_LIMIT') && NO_CREDIT.test(providerMessage)) return 'BILLING'
  return category
}
