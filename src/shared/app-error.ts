import { z } from 'zod'

/**
 * What went wrong, in a word. The first eleven are categories of a provider's failure
 * (docs/behaviour/errors.md#categories); `STORAGE` is ours (database unreachable, disk full), `REFUSED` is a command or
 * prompt that is not possible now.
 */
export const errorCategorySchema = z.enum([
  'AUTH',
  'RATE_LIMIT',
  'INVALID_REQUEST',
  'CONTEXT_LENGTH',
  'CONTENT_FILTER',
  'BILLING',
  'NOT_FOUND',
  'SERVER',
  'OVERLOADED',
  'TIMEOUT',
  'UNKNOWN',
  'STORAGE',
  'REFUSED',
])
export type ErrorCategory = z.infer<typeof errorCategorySchema>

/** An expected failure as plain data. It crosses every border: provider → engine → host → window, and the log. */
export const appErrorSchema = z.object({
  category: errorCategorySchema,
  /** Words for a person: what happened and what to do. Never holds a key. */
  message: z.string(),
  httpStatus: z.number().int().optional(),
  /** The provider's own code or type, unchanged: `overloaded_error`, `insufficient_quota`, `RESOURCE_EXHAUSTED`. */
  providerCode: z.string().optional(),
  retryable: z.boolean(),
  /** How long the provider asked us to wait, ms. */
  retryAfterMs: z.number().int().nonnegative().optional(),
  /** The provider's request id, for its support. */
  requestId: z.string().optional(),
})
export type AppError = Readonly<z.infer<typeof appErrorSchema>>

/** A refusal of something a person asked for: nothing was changed. */
export function refused(message: string): AppError {
  return { category: 'REFUSED', message, retryable: false }
}
