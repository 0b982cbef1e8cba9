import type { AppError } from '../../../shared/app-error.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import { MergedEvents } from '../events/merged-events.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { ProviderEvent } from '../ports/provider-ports.ts'

/**
 * The outcome of one request to a model. `events`: everything that arrived, with deltas merged, also for failed
 * requests.
 */
export type ModelResponse = ResponseTiming & { readonly events: readonly ProviderEvent[] } & (
    | { readonly type: 'answered'; readonly done: Extract<StreamEvent, { type: 'done' }> }
    | { readonly type: 'failed'; readonly error: AppError }
    | { readonly type: 'cancelled' }
    /** The same response as an earlier one, with its id and content. Nothing of it was published. */
    | { readonly type: 'repeated' }
  )

/** Times in ms, measured from the request. */
interface ResponseTiming {
  readonly firstDeltaMs: number | null
  readonly durationMs: number
  /** How long thinking text streamed; null: there was none. */
  readonly thinkingMs: number | null
}

/**
 * Collects the streamed response to one request. The caller publishes the terminal event, after the answer is
 * recorded. A stream that ends without `done` or `error` violates the provider contract and is reported as an error.
 */
export async function receiveResponse(
  stream: AsyncIterable<ProviderEvent>,
  {
    signal,
    clock,
    seenResponses,
    onEvent,
  }: {
    readonly signal: AbortSignal
    readonly clock: Clock
    /** Responses of this turn that made no progress (`responseKey`). A repetition of one is not processed again. */
    readonly seenResponses: ReadonlySet<string>
    /** Called for every event except the terminal one, as it arrives. */
    readonly onEvent: (event: ProviderEvent) => void
  },
): Promise<ModelResponse> {
  const merged = new MergedEvents<ProviderEvent>()
  const startedAt = clock.now()
  let firstDeltaMs: number | null = null
  const thinking = new ThinkingTime(() => clock.now())
  // A response with an id that was seen is published when it is certain that it is another one: some servers give the
  // same id to all of theirs.
  const held: ProviderEvent[] = []
  let mayRepeat = false
  let end: Extract<StreamEvent, { type: 'done' | 'error' }> | null = null
  for await (const event of stream) {
    if (event.type === 'error') {
      end = event
      break
    }
    if (event.type !== 'start' && event.type !== 'done') firstDeltaMs ??= clock.now() - startedAt
    thinking.see(event)
    if (event.type === 'start') mayRepeat = isIdSeen(event.responseId, seenResponses)
    merged.add(event)
    if (event.type === 'done') {
      end = event
      break
    }
    if (mayRepeat) held.push(event)
    else onEvent(event)
  }
  const isRepeated = mayRepeat && end?.type === 'done' && seenResponses.has(responseKey(merged.events()) ?? '')
  if (isRepeated) {
    return { type: 'repeated', events: [], firstDeltaMs, durationMs: clock.now() - startedAt, thinkingMs: null }
  }
  for (const event of held) onEvent(event)
  const endedAt = clock.now()
  const timing = { firstDeltaMs, durationMs: endedAt - startedAt, thinkingMs: thinking.end() }
  const received = { events: merged.events(), ...timing }
  if (end?.type === 'done') return { ...received, type: 'answered', done: end }
  if (signal.aborted) return { ...received, type: 'cancelled' }
  return { ...received, type: 'failed', error: end?.error ?? NO_END }
}

/**
 * Returns the id and the content of a response as one text; null: it has no id. Equal for a response that is sent again
 * unchanged. The ids that calls get here are not part of it.
 */
export function responseKey(events: readonly ProviderEvent[]): string | null {
  const id = events.find((event) => event.type === 'start')?.responseId
  if (id === undefined) return null
  const content = events.filter((event) => 'blockIndex' in event)
  return keyStart(id) + JSON.stringify(content, (key, value: unknown) => (key === 'id' ? undefined : value))
}

function keyStart(responseId: string): string {
  return `${JSON.stringify(responseId)} `
}

function isIdSeen(responseId: string | undefined, seen: ReadonlySet<string>): boolean {
  if (responseId === undefined) return false
  return [...seen].some((key) => key.startsWith(keyStart(responseId)))
}

const NO_END: AppError = {
  category: 'SERVER',
  message: 'The answer ended without its closing event.',
  retryable: true,
}

/** Whether any content of an answer arrived. */
export function hasContent({ events }: ModelResponse): boolean {
  return events.some((event) => 'blockIndex' in event)
}

/**
 * Measures how long a model thought, from its stream: from the first text of a thinking block to the first content
 * after the block. Thinking without streamed text cannot be distinguished from waiting and is not counted.
 */
export class ThinkingTime {
  #block = -1
  /** When the newest block began, ms since the epoch: it may be retyped. */
  #blockSince = 0
  /** Start of the current thinking, ms since the epoch; null: the model is not thinking. */
  #since: number | null = null
  /** Total in ms; null: no thinking text has arrived. */
  #total: number | null = null

  readonly #now: () => number

  /** `now`: ms since the epoch. Called only where thinking begins and ends, not for every delta. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Must be called for every event as it arrives. */
  see(event: ProviderEvent): void {
    // Data for an earlier block, such as a signature, neither begins nor ends thinking.
    if (!('blockIndex' in event) || event.blockIndex < this.#block) return
    const isNew = event.blockIndex > this.#block
    this.#block = event.blockIndex
    if (event.type === 'thinking_delta') this.#since ??= this.#now()
    else if (event.type === 'block_retyped') this.#since = event.blockType === 'thinking' ? this.#blockSince : null
    else if (isNew) this.#stop()
    if (isNew) this.#blockSince = this.#now()
  }

  /** Ends the measurement; returns the total in ms, or null if no thinking text arrived. */
  end(): number | null {
    this.#stop()
    return this.#total
  }

  #stop(): void {
    if (this.#since === null) return
    // If the clock was set back, count zero, not a negative time.
    this.#total = (this.#total ?? 0) + Math.max(0, this.#now() - this.#since)
    this.#since = null
  }
}
