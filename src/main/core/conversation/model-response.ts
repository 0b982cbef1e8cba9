import type { AppError } from '../../../shared/app-error.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import { MergedEvents } from '../events/merged-events.ts'
import type { Clock, ModelRequest, Provider, ProviderEvent } from '../ports.ts'

/** How one request to a model ended. `events` are all that arrived, merged; also of one that did not end well. */
export type ModelResponse = ResponseTiming & { readonly events: readonly ProviderEvent[] } & (
    | { readonly type: 'answered'; readonly done: Extract<StreamEvent, { type: 'done' }> }
    | { readonly type: 'failed'; readonly error: AppError }
    | { readonly type: 'cancelled' }
    /** The very response that came before: nothing of it was published. */
    | { readonly type: 'repeated' }
  )

/** ms from the request. */
interface ResponseTiming {
  readonly firstDeltaMs: number | null
  readonly durationMs: number
  /** While words of thinking came; null: none did. */
  readonly thinkingMs: number | null
}

export interface ReceiveOptions {
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly newToolCallId: () => string
  /** Responses of this turn that led nowhere: one that comes again is not taken in a second time. */
  readonly seenResponseIds: ReadonlySet<string>
  /** Called for every event but the last one, at once. */
  readonly onEvent: (event: ProviderEvent) => void
}

/**
 * Asks the model once and takes in what it streams. The terminal event is the caller's to publish, after the answer is
 * recorded. A provider that ends with neither `done` nor `error` broke its contract and is reported as such.
 */
export async function receiveResponse(
  provider: Provider,
  request: ModelRequest,
  options: ReceiveOptions,
): Promise<ModelResponse> {
  const { signal, clock, newToolCallId, seenResponseIds, onEvent } = options
  const merged = new MergedEvents<ProviderEvent>()
  const startedAt = clock.now()
  let firstDeltaMs: number | null = null
  const thinking = new ThinkingTime(() => clock.now())
  let end: Extract<StreamEvent, { type: 'done' | 'error' }> | null = null
  for await (const event of provider.stream(request, { signal, newToolCallId })) {
    if (event.type === 'error') {
      end = event
      break
    }
    if (event.type !== 'start' && event.type !== 'done') firstDeltaMs ??= clock.now() - startedAt
    thinking.see(event)
    if (event.type === 'start' && event.responseId !== undefined && seenResponseIds.has(event.responseId)) {
      return { type: 'repeated', events: [], firstDeltaMs, durationMs: clock.now() - startedAt, thinkingMs: null }
    }
    merged.add(event)
    if (event.type === 'done') {
      end = event
      break
    }
    onEvent(event)
  }
  const endedAt = clock.now()
  const timing = { firstDeltaMs, durationMs: endedAt - startedAt, thinkingMs: thinking.end() }
  const received = { events: merged.events(), ...timing }
  if (end?.type === 'done') return { ...received, type: 'answered', done: end }
  if (signal.aborted) return { ...received, type: 'cancelled' }
  return { ...received, type: 'failed', error: end?.error ?? NO_END }
}

const NO_END: AppError = {
  category: 'SERVER',
  message: 'The answer ended without its closing event.',
  retryable: true,
}

/** Whether anything of an answer arrived. */
export function hasContent({ events }: ModelResponse): boolean {
  return events.some((event) => 'blockIndex' in event)
}

/**
 * How long a model thought, by what it streams: from the first words of a block of thinking to the first of whatever
 * comes behind it. Thinking whose words a provider keeps to itself can't be told from waiting, and is not counted.
 */
export class ThinkingTime {
  #block = -1
  /** ms since the epoch; null: it does not think now. */
  #since: number | null = null
  /** ms; null: no words of thinking came. */
  #total: number | null = null

  readonly #now: () => number

  /** `now`: ms since the epoch. Asked where thinking begins and ends, not for every delta. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** To be called for every event when it comes. */
  see(event: ProviderEvent): void {
    // What is said about an earlier block, as a signature, ends nothing and begins nothing.
    if (!('blockIndex' in event) || event.blockIndex < this.#block) return
    const isNew = event.blockIndex > this.#block
    this.#block = event.blockIndex
    if (event.type === 'thinking_delta') this.#since ??= this.#now()
    else if (isNew) this.#stop()
  }

  /** The response has ended. ms in all; null: it did not think aloud. */
  end(): number | null {
    this.#stop()
    return this.#total
  }

  #stop(): void {
    if (this.#since === null) return
    // A clock that was set back gives no negative time.
    this.#total = (this.#total ?? 0) + Math.max(0, this.#now() - this.#since)
    this.#since = null
  }
}
