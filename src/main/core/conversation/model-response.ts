import type { AppError } from '../../../shared/app-error.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import { MergedEvents } from '../events/merged-events.ts'
import type { Clock, ModelRequest, Provider, ProviderEvent } from '../ports.ts'
import { ThinkingTime } from './thinking-time.ts'

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
  readonly fruitless: ReadonlySet<string>
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
  const { signal, clock, newToolCallId, fruitless, onEvent } = options
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
    if (event.type === 'start' && event.responseId !== undefined && fruitless.has(event.responseId)) {
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
