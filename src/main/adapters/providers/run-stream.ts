import type { AppError } from '../../../shared/app-error.ts'
import type { ProviderEvent } from '../../core/ports/provider-ports.ts'
import { closedEarly, type ErrorSource, silenceTimeout, withoutKey } from './provider-error.ts'
import { watchStream } from './watch-stream.ts'
import type { StreamWatch } from './watch-stream.ts'

/** Converts one API's events to normalized ones. One object per response. */
export interface StreamMapper<WireEvent> {
  /** Appends the normalized events of one event to `out`: none, one or several. */
  push(event: WireEvent, out: ProviderEvent[]): void
  /** Called when the body ended cleanly. Appends the terminal event if the API marks the end only that way. */
  finish(out: ProviderEvent[]): void
  /** True once a `done` or `error` has been appended. */
  readonly ended: boolean
}

export interface StreamCall<WireEvent> {
  readonly provider: ErrorSource
  readonly signal: AbortSignal
  /** Removed from all error messages. */
  readonly key: string
  /**
   * Idle time (no byte) after which the request is aborted, ms. Without content it is aborted after five times that.
   */
  readonly idleTimeoutMs: number
  readonly mapper: StreamMapper<WireEvent>
  /** Sends the request with the watch's fetch and signal. */
  open(watch: StreamWatch): Promise<AsyncIterable<WireEvent>>
  /** Converts a thrown failure to a value. */
  toError(cause: unknown): AppError
  readonly onChunk?: (chunk: Uint8Array) => void
  /** What ends the chunks of the body that the SDK gets. Missing: blank lines. */
  readonly delimiters?: readonly string[]
  /**
   * Last attempt to use a failed response (`cause` is undefined after an idle timeout): appends what can be saved and
   * the terminal event, or nothing.
   */
  salvage?(cause: unknown, out: ProviderEvent[]): void
}

/**
 * Runs one streamed response of any API: exactly one `done` or `error`, nothing after an abort, never throws. Leaving
 * the loop early closes the connection. Can be iterated only once.
 */
export function runStream<WireEvent>(call: StreamCall<WireEvent>): AsyncIterableIterator<ProviderEvent, undefined> {
  return new StreamRun(call)
}

type Step = IteratorResult<ProviderEvent, undefined>

const OVER: Step = { done: true, value: undefined }

/**
 * Implements by hand what an async generator would do, at two thirds of its cost per event: there are thousands per
 * response.
 */
class StreamRun<WireEvent> implements AsyncIterableIterator<ProviderEvent, undefined> {
  readonly #call: StreamCall<WireEvent>
  #watch: StreamWatch | null = null
  #events: AsyncIterator<WireEvent> | null = null
  #out: ProviderEvent[] = []
  #taken = 0
  #bodyEnded = false
  #over = false

  constructor(call: StreamCall<WireEvent>) {
    this.#call = call
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step> {
    return this.#taken < this.#out.length ? Promise.resolve(this.#take()) : this.#read()
  }

  return(): Promise<Step> {
    this.#end()
    return Promise.resolve(OVER)
  }

  /** Returns the next event that has already arrived. */
  #take(): Step {
    const value = this.#out[this.#taken++]
    if (value !== undefined && this.#watch?.cancelled !== true) return { done: false, value: this.#withoutKey(value) }
    this.#end()
    return OVER
  }

  /** A provider may quote the key, in a refusal or in the middle of a stream. */
  #withoutKey(event: ProviderEvent): ProviderEvent {
    if (event.type !== 'error') return event
    const error = withoutKey(event.error, this.#call.key)
    // A server that loads a model may be silent or say so; it is waited for equally long.
    return {
      ...event,
      error: error.category === 'LOADING' ? { ...error, waitLimitMs: this.#call.idleTimeoutMs } : error,
    }
  }

  /** Reads until there is an event to emit. */
  async #read(): Promise<Step> {
    if (this.#over || this.#bodyEnded || this.#call.signal.aborted) return this.return()
    const { signal, idleTimeoutMs, onChunk, delimiters } = this.#call
    const watch = (this.#watch ??= watchStream(signal, idleTimeoutMs, onChunk, delimiters))
    const { mapper } = this.#call
    this.#out.length = this.#taken = 0
    try {
      watch.waiting(true)
      this.#events ??= (await this.#call.open(watch))[Symbol.asyncIterator]()
      while (this.#out.length === 0 && !mapper.ended && !this.#bodyEnded) {
        watch.waiting(true)
        const step = await this.#events.next()
        watch.waiting(false)
        if (step.done !== true) mapper.push(step.value, this.#out)
        if (this.#out.length > 0) watch.content()
        if (step.done === true) {
          this.#bodyEnded = true
          if (!watch.cancelled) endOfBody(this.#call, watch, this.#out)
        }
      }
    } catch (cause) {
      this.#bodyEnded = true
      this.#out.length = 0
      if (!watch.cancelled) failure(this.#call, watch, cause, this.#out)
    }
    return this.#take()
  }

  #end(): void {
    if (this.#over || this.#watch === null) return
    this.#over = true
    if (this.#call.mapper.ended && this.#events !== null && !this.#watch.cancelled)
      void drain(this.#events, this.#watch)
    else leave(this.#events, this.#watch)
  }
}

/** Some SDKs end the loop without an error when the request was aborted, and all do when the server just stops. */
function endOfBody<WireEvent>(call: StreamCall<WireEvent>, watch: StreamWatch, out: ProviderEvent[]): void {
  if (watch.timedOut !== null) return failure(call, watch, undefined, out)
  call.mapper.finish(out)
  if (!call.mapper.ended) out.push({ type: 'error', error: closedEarly(call.provider) })
}

function failure<WireEvent>(
  call: StreamCall<WireEvent>,
  watch: StreamWatch,
  cause: unknown,
  out: ProviderEvent[],
): void {
  const { timedOut } = watch
  call.salvage?.(timedOut === null ? cause : undefined, out)
  if (call.mapper.ended) return
  const error = timedOut === null ? call.toError(cause) : silenceTimeout(call.provider, timedOut)
  out.push({ type: 'error', error })
}

function leave<WireEvent>(events: AsyncIterator<WireEvent> | null, watch: StreamWatch): void {
  watch.close()
  void Promise.resolve(events?.return?.()).catch(() => undefined)
}

const MAX_DRAIN_MS = 1000

/**
 * Reads the few bytes after the terminal event, so that the connection can serve the next request (a new one costs a
 * TLS handshake per tool turn). The reader already has its response and does not wait for this.
 */
async function drain<WireEvent>(events: AsyncIterator<WireEvent>, watch: StreamWatch): Promise<void> {
  watch.release()
  const timer = setTimeout(() => {
    watch.close()
  }, MAX_DRAIN_MS)
  timer.unref()
  try {
    const step = await events.next()
    if (step.done !== true) leave(events, watch)
  } catch {
    // The response is complete; errors of its connection no longer matter.
  } finally {
    clearTimeout(timer)
  }
}
