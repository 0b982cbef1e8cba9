import { AsyncIteratorClass } from '@orpc/server'

/**
 * Serves a feed of the engine to one client, pulled only as fast as the client reads it. The engine's subscription ends
 * with the client's, even while a pull is pending: a generator would make the client wait for its next step.
 */
export function serveFeed<T>(
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
