import { ORPCError } from '@orpc/server'

import type { Logger } from '../core/ports.ts'

/** What a client is told of a bug: that there was one. */
export type ClientError = ORPCError<'INTERNAL_SERVER_ERROR', undefined>

/** Logs what was thrown in a procedure, with its stack, and answers what to tell the client instead. */
export function bugReporter(logger: Logger): (error: unknown, path: readonly string[]) => ClientError {
  return (error, path) => {
    const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error(`Bug: ${path.join('.')} threw`, { error: thrown })
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Something failed inside ikigai. Its log says what.' })
  }
}
