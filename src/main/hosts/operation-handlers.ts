import { implement, ORPCError } from '@orpc/server'

import { contract } from '../../shared/contract.ts'
import { type FlightRecorder, SLOW_CALL_MS } from '../../shared/flight-recorder.ts'
import type { Result } from '../../shared/result.ts'
import type { Logger } from '../core/ports/system-ports.ts'
import type { ClientAccess } from './client-access.ts'
import { confirmed, type ProtectedOperation } from './confirmation.ts'
import { serveFeed } from './serve-feed.ts'

export type Report = ReturnType<typeof bugReporter>
export type Api = ReturnType<typeof createApi>

/** Returns the contract for implementing, with exceptions reported as bugs. */
export function createApi(report: Report, recorder: FlightRecorder) {
  return implement(contract)
    .$context<ClientAccess>()
    .use(async ({ next, path, signal }) => {
      const begun = recorder.begun()
      try {
        return await next()
      } catch (error) {
        if (error instanceof ORPCError || signal?.aborted) throw error
        throw report(error, path)
      } finally {
        recorder.ended('call', path.join('.'), begun, { atLeast: SLOW_CALL_MS })
      }
    })
}

/** Returns a handler that passes on the input and the signal. */
export function call<Input, Output>(operation: (input: Input, signal?: AbortSignal) => Promise<Output>) {
  return ({ input, signal }: { readonly input: Input; readonly signal?: AbortSignal | undefined }) =>
    operation(input, signal)
}

/** Returns a handler that carries the operation out once `protection` of its input is confirmed; null: at once. */
export function confirming<Input, Output>(
  protection: (input: Input) => ProtectedOperation | null,
  operation: (input: Input) => Promise<Result<Output>>,
) {
  return ({ input, context }: { readonly input: Input; readonly context: ClientAccess }) =>
    confirmed(context.confirmation, protection(input), () => operation(input))
}

/** Returns what makes handlers of feeds. A feed ends when the client stops reading it, cancels it or disconnects. */
export function feedsWith(report: Report, recorder: FlightRecorder) {
  return <Input, Batch>(open: (input: Input, signal: AbortSignal) => AsyncIterable<Batch>) =>
    ({ input, path, signal }: FeedCall<Input>) =>
      serveFeed((stopped) => open(input, stopped), {
        signal,
        report: (error) => report(error, path),
        onBatch: (batch) => recorder.piece('stream', path.join('.'), Array.isArray(batch) ? batch.length : 1),
      })
}

interface FeedCall<Input> {
  readonly input: Input
  readonly path: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** Logs an operation's exception with its stack, and returns the error for the client. */
export function bugReporter(logger: Logger) {
  return (error: unknown, path: readonly string[]) => {
    const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error(`Bug: ${path.join('.')} threw`, { error: thrown })
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Internal error in ikigai. The log has details.' })
  }
}
