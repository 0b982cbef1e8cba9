import type { ORPCError } from '@orpc/server'
import { z } from 'zod'

import { type AppError, type ErrorCategory, errorCategorySchema, refused } from '../../../shared/app-error.ts'
import { hideSecrets } from '../../../shared/known-secrets.ts'

/** A request that failed without a `Result` of the operation. Its first two fields have the form of one. */
export interface ApiFailure {
  readonly ok: false
  readonly error: AppError
  /** `BAD_REQUEST`, `FORBIDDEN` and the like. Only such failures have it. */
  readonly code: string
}

export function apiFailure(code: string, message: string): ApiFailure {
  return { ok: false, error: refused(hideSecrets(message)), code }
}

/** Returns the failure for an error of the transport: an invalid input, a missing right, a bug. */
export function failureOf(error: ORPCError<string, unknown>): ApiFailure {
  return apiFailure(error.code, [error.message, ...issuesOf(error.data)].join(': '))
}

const issuesSchema = z.object({
  issues: z.array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() })),
})

function issuesOf(data: unknown): readonly string[] {
  const parsed = issuesSchema.safeParse(data)
  if (!parsed.success) return []
  const texts = parsed.data.issues.map(({ path = [], message }) => [path.join('.'), message].filter(Boolean).join(' '))
  return texts.length === 0 ? [] : [texts.join('; ')]
}

const failedResult = z.object({ ok: z.literal(false), error: z.object({ category: errorCategorySchema }) })

/** Returns the status for what an operation answered; null: it did not fail. */
export function failureStatus(answer: unknown): number | null {
  const failed = failedResult.safeParse(answer)
  return failed.success ? HTTP_STATUS[failed.data.error.category] : null
}

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
