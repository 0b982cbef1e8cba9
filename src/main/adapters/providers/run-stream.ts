import type { AppError } from '../../../shared/app-error.ts'
import type { ProviderName } from '../../../shared/provider-name.ts'
import type { ProviderEvent } from '../../core/ports.ts'
import { closedEarly, idleTimeout } from './provider-error.ts'
import { watchStream } from './watch-stream.ts'
import type { StreamWatch } from './watch-stream.ts'

/** Turns one dialect's events into normalized ones. One object per response. */
export interface StreamMapper<WireEvent> {
  /** Appends to `out` what the event means: nothing, one or several events. */
  push(event: WireEvent, out: ProviderEvent[]): void
  /** The body ended cleanly. Appends the terminal event if the dialect knows the end only from that; else nothing. */
  finish(out: ProviderEvent[]): void
  /** A `done` or `error` has been appended. */
  readonly ended: boolean
}

export interface StreamCall<WireEvent> {
  readonly provider: ProviderName
  readonly signal: AbortSignal
  /** Silence (no byte) after which the request is given up, ms. */
  readonly idleTimeoutMs: number
  readonly mapper: StreamMapper<WireEvent>
  /** Sends the request through the watch's fetch and signal. */
  open(watch: StreamWatch): Promise<AsyncIterable<WireEvent>>
  /** A thrown failure as data. */
  toError(cause: unknown): AppError
  onChunk?(chunk: Uint8Array): void
  /** A last chance to make sense of a failure: appends what can be saved and the terminal event, or nothing. */
  salvage?(cause: unknown, out: ProviderEvent[]): void
}

/**
 * The life of one streamed response, the same for every dialect: exactly one `done` or `error`, nothing after an abort,
 * never a throw. Leaving the loop early closes the connection.
 */
export async function* runStream<WireEvent>(call: StreamCall<WireEvent>): AsyncGenerator<ProviderEvent, void, undefined> {
  if (call.signal.aborted) return
  const watch = watchStream(call.signal, call.idleTimeoutMs, call.onChunk?.bind(call))
  const out: ProviderEvent[] = []
  let events: AsyncIterator<WireEvent> | null = null
  try {
    watch.waiting(true)
    events = (await call.open(watch))[Symbol.asyncIterator]()
    while (!call.mapper.ended) {
      watch.waiting(true)
      const step = await events.next()
      watch.waiting(false)
      if (watch.cancelled) return
      if (step.done === true) {
        endOfBody(call, watch, out)
        yield* out
        return
      }
      call.mapper.push(step.value, out)
      for (const event of out) {
        yield event
        if (watch.cancelled) return
      }
      out.length = 0
    }
  } catch (cause) {
    if (watch.cancelled) return
    out.length = 0
    failure(call, watch, cause, out)
    yield* out
  } finally {
    if (call.mapper.ended && events !== null && !watch.cancelled) void drain(events, watch)
    else leave(events, watch)
  }
}

/** Some SDKs end the loop quietly when the request was aborted, and all do when the server just stops. */
function endOfBody<WireEvent>(call: StreamCall<WireEvent>, watch: StreamWatch, out: ProviderEvent[]): void {
  if (watch.timedOut) {
    out.push({ type: 'error', error: idleTimeout(call.provider, call.idleTimeoutMs) })
    return
  }
  call.mapper.finish(out)
  if (!call.mapper.ended) out.push({ type: 'error', error: closedEarly(call.provider) })
}

function failure<WireEvent>(call: StreamCall<WireEvent>, watch: StreamWatch, cause: unknown, out: ProviderEvent[]): void {
  if (watch.timedOut) {
    out.push({ type: 'error', error: idleTimeout(call.provider, call.idleTimeoutMs) })
    return
  }
  call.salvage?.(cause, out)
  if (!call.mapper.ended) out.push({ type: 'error', error: call.toError(cause) })
}

function leave<WireEvent>(events: AsyncIterator<WireEvent> | null, watch: StreamWatch): void {
  watch.close()
  void Promise.resolve(events?.return?.()).catch(() => undefined)
}

const LONGEST_DRAIN_MS = 1000

/**
 * Reads the few bytes after the terminal event, so that the connection can serve the next request (a new one costs a
 * TLS handshake per tool turn). The reader has its answer already and does not wait for this.
 */
async function drain<WireEvent>(events: AsyncIterator<WireEvent>, watch: StreamWatch): Promise<void> {
  watch.release()
  const timer = setTimeout(() => {
    watch.close()
  }, LONGEST_DRAIN_MS)
  timer.unref()
  try {
    const step = await events.next()
    if (step.done !== true) leave(events, watch)
  } catch {
    // The answer was whole; what happens to its connection afterwards is nobody's concern.
  } finally {
    clearTimeout(timer)
  }
}
