import { BLANK_LINES, EventFrames } from './event-frames.ts'
import type { Silence } from './provider-error.ts'
import { UnusableAnswer, webPage } from './sdk-failure.ts'
import { ownHostFetch } from '../own-host-fetch.ts'

/** Per-request abort signal, a `fetch` that reports received bytes, and an idle timeout. */
export interface StreamWatch {
  /** Aborts when the caller cancels, when nothing arrives for too long, and when the stream is closed. */
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** True if the caller's signal aborted. */
  readonly cancelled: boolean
  /**
   * What the idle timeout waited for when it aborted: any byte, or, after far longer, any content; null: it did not
   * abort.
   */
  readonly timedOut: Silence | null
  /** Idle time counts only while we wait for the provider, not while our reader is busy. */
  waiting(now: boolean): void
  /** Reports content of the response, as opposed to a keep-alive. */
  content(): void
  /** Ends the watch and aborts the request. */
  close(): void
  /** Ends the watch but not the request. */
  release(): void
}

/** The timeout fires at most one check late. For very short idle times, a check is a quarter of the time. */
const CHECK_MS = 1_000
const FEWEST_CHECKS = 4
/** Keep-alives without content extend a stream to at most this many idle times. */
const CONTENT_FACTOR = 5

/** `onChunk` receives the bytes of the body as they arrive. `delimiters` end the chunks that the SDK gets. */
export function watchStream(
  caller: AbortSignal,
  idleTimeoutMs: number,
  onChunk?: (chunk: Uint8Array) => void,
  delimiters = BLANK_LINES,
): StreamWatch {
  const controller = new AbortController()
  let activity = 0
  let activityAtLastCheck = -1
  let quietChecks = 0
  let checksWithoutContent = 0
  let isWaiting = false
  let timedOut: Silence | null = null
  const checkMs = Math.min(CHECK_MS, idleTimeoutMs / FEWEST_CHECKS)
  const mostChecks = Math.ceil(idleTimeoutMs / checkMs)
  let cancelled = caller.aborted

  const cancel = (): void => {
    cancelled = true
    controller.abort(caller.reason)
  }
  // One slow timer compares counters: an event costs an increment, but neither a timer nor a clock reading.
  const check = (): void => {
    quietChecks = isWaiting && activity === activityAtLastCheck ? quietChecks + 1 : 0
    if (isWaiting) checksWithoutContent += 1
    activityAtLastCheck = activity
    if (quietChecks >= mostChecks) timedOut = { of: 'everything', ms: idleTimeoutMs }
    else if (checksWithoutContent >= mostChecks * CONTENT_FACTOR) {
      timedOut = { of: 'content', ms: idleTimeoutMs * CONTENT_FACTOR }
    }
    if (timedOut === null) timer = setTimeout(check, checkMs)
    else controller.abort()
  }
  let timer = setTimeout(check, checkMs)
  caller.addEventListener('abort', cancel, { once: true })
  if (cancelled) controller.abort(caller.reason)

  const release = (): void => {
    clearTimeout(timer)
    caller.removeEventListener('abort', cancel)
  }
  return {
    signal: controller.signal,
    fetch: observeFetch(delimiters, (chunk) => {
      activity++
      if (chunk !== null) onChunk?.(chunk)
    }),
    get cancelled() {
      return cancelled
    },
    get timedOut() {
      return timedOut
    },
    waiting(now) {
      isWaiting = now
      activity++
    },
    content() {
      checksWithoutContent = 0
    },
    close() {
      release()
      controller.abort()
    },
    release,
  }
}

/**
 * Returns a fetch that reports the head (null) and every chunk of the body, and gives the SDK whole events. Keep-alive
 * pings are bytes too, and two of the SDKs hide them. A web page with status 200 is an error: the SDKs would take it for
 * an empty stream.
 */
function observeFetch(delimiters: readonly string[], observe: (chunk: Uint8Array | null) => void): typeof fetch {
  return async (input, init) => {
    const response = await ownHostFetch(input, init)
    observe(null)
    if (response.ok && response.body === null) throw new UnusableAnswer(`nothing (status ${response.status})`)
    if (response.body === null || !response.ok) return response
    if (response.headers.get('content-type')?.includes('text/html')) {
      throw new UnusableAnswer(`${webPage(await beginningOf(response.body))}. ${WRONG_PLACE}`)
    }
    const { status, statusText, headers } = response
    return new Response(wholeEvents(response.body, delimiters, observe), { status, statusText, headers })
  }
}

const WRONG_PLACE = 'Is the base URL right, or a proxy in between?'
/** Longest beginning of a web page in which its title is looked for, bytes. */
const MAX_BEGINNING = 16_384

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > MAX_BEGINNING) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Returns the body with one event in each chunk; what no blank line ends comes last. */
function wholeEvents(
  body: ReadableStream<Uint8Array>,
  delimiters: readonly string[],
  observe: (chunk: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const frames = new EventFrames(delimiters)
  let events: readonly Uint8Array[] = []
  let taken = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (taken === events.length) {
          const { done, value } = await reader.read()
          if (done) {
            const rest = frames.takeRest()
            if (rest.length > 0) controller.enqueue(rest)
            controller.close()
            return
          }
          observe(value)
          events = frames.push(value)
          taken = 0
        }
        const event = events[taken++]
        if (event !== undefined) controller.enqueue(event)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
