import type { ErrorCategory } from '../../../shared/app-error.ts'

/**
 * The HTTP status of a failed `Result`, by its category. 401 and 403 are about the token, 400 and 404 without a category
 * about the request.
 */
export const HTTP_STATUS: Readonly<Record<ErrorCategory, number>> = {
  // What was asked for is not possible: the client changes its request.
  REFUSED: 422,
  CONFLICT: 409,
  CONTEXT_LENGTH: 422,
  FILES: 422,
  CONTENT_FILTER: 422,
  TOOL_ROUNDS: 422,
  TOOL_LOOP: 422,
  NOT_FOUND: 404,
  // The user has to do something.
  BILLING: 402,
  RATE_LIMIT: 429,
  // The provider failed.
  AUTH: 502,
  INVALID_REQUEST: 502,
  INCOMPLETE: 502,
  SERVER: 502,
  UNKNOWN: 502,
  OVERLOADED: 503,
  LOADING: 503,
  TIMEOUT: 504,
  // The database of ikigai failed.
  STORAGE: 503,
}
