import type { AnyContractProcedure } from '@orpc/contract'
import { AsyncIteratorClass, implement, ORPCError } from '@orpc/server'

import { protectionOf } from '../../shared/contract/protections.ts'
import type { AnyProtection } from '../../shared/contract/protection-types.ts'
import type { ProtectedOperation } from '../../shared/contract/protected-operations.ts'
import { type FlightRecorder, SLOW_CALL_MS } from '../../shared/flight-recorder.ts'
import type { Logger } from '../core/ports/system-ports.ts'
import type { ClientAccess } from './client-access.ts'
import { confirmed, confirmedFeed } from './confirmation.ts'

/** What carries an operation out: for a feed, it returns the batches. */
export type OperationBody = (input: unknown, signal: AbortSignal | undefined, access: ClientAccess) => unknown

/** A call of a client. Its input is valid. */
interface Call {
  readonly input: unknown
  readonly context: ClientAccess
  readonly path: readonly string[]
  readonly signal?: AbortSignal | undefined
}

type ReportBug = ReturnType<typeof bugReporter>

/** Begins to implement an operation, with exceptions reported as bugs. */
export function implementOperation(procedure: AnyContractProcedure, report: ReportBug, recorder: FlightRecorder) {
  return implement(procedure)
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

/** Returns a handler that carries the operation out once what protects it is confirmed. Throws if nothing is decided. */
export function callHandler(name: string, body: OperationBody) {
  const protection = protectionNamed(name)
  const isPlain = protection.confirmed === null || protection.confirmed === 'itself'
  return async ({ input, signal, context }: Call): Promise<unknown> => {
    if (isPlain) return body(input, signal, context)
    // What was confirmed is carried out also when the client disconnects.
    return confirmed(context.confirmation, toConfirm(protection, input), async () => body(input, undefined, context))
  }
}

/** The same for a feed. It ends when the client stops reading it, cancels it or disconnects. */
export function feedHandler(name: string, body: OperationBody, report: ReportBug, recorder: FlightRecorder) {
  const protection = protectionNamed(name)
  return async ({ input, path, signal, context }: Call) => {
    const open = () =>
      serveFeed((stopped) => batches(name, body(input, stopped, context)), {
        signal,
        report: (error) => report(error, path),
        onBatch: (batch) => recorder.piece('stream', path.join('.'), Array.isArray(batch) ? batch.length : 1),
      })
    const operation = toConfirm(protection, input)
    return operation === null ? open() : confirmedFeed(context.confirmation, operation, open)
  }
}

function protectionNamed(name: string): AnyProtection {
  const protection = protectionOf(name)
  if (protection === undefined) throw new Error(`Nothing says who may use ${name}`)
  return protection
}

function toConfirm({ confirmed: operation }: AnyProtection, input: unknown): ProtectedOperation | null {
  if (operation === 'itself') return null
  return typeof operation === 'function' ? operation(input) : operation
}

function batches(name: string, feed: unknown): AsyncIterable<unknown> {
  if (isAsyncIterable(feed)) return feed
  throw new TypeError(`${name} is a feed, and returned none`)
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Logs an operation's exception with its stack, and returns the error for the client. */
export function bugReporter(logger: Logger) {
  return (error: unknown, path: readonly string[]) => {
    const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error(`Bug: ${path.join('.')} threw`, { error: thrown })
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Internal error in ikigai. The log has details.' })
  }
}

/**
 * Serves a feed of the engine to one client, pulled only as fast as the client reads it. The engine's subscription ends
 * with the client's, even while a pull is pending: a generator would make the client wait for its next step.
 */
function serveFeed<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  {
    signal: call,
    report,
    onBatch,
  }: {
    /** Aborts when the client cancels the subscription or disconnects. */
    readonly signal: AbortSignal | undefined
    /** Logs a bug and returns the error for the client. */
    readonly report: (error: unknown) => Error
    /** Called with each batch that is sent. */
    readonly onBatch?: (batch: T) => void
  },
): AsyncIteratorClass<T, void> {
  const stop = new AbortController()
  const signal = call === undefined ? stop.signal : AbortSignal.any([call, stop.signal])
  const source = open(signal)[Symbol.asyncIterator]()
  return new AsyncIteratorClass<T, void>(
    async () => {
      try {
        const step = await source.next()
        if (step.done === true) return { done: true, value: undefined }
        onBatch?.(step.value)
        return step
      } catch (error) {
        if (signal.aborted) return { done: true, value: undefined }
        throw report(error)
      }
    },
    async () => {
      stop.abort()
      // Not awaited: a generator returns only when its pending step has ended, and the client need not wait for that.
      source.return?.().catch(report)
    },
  )
}
