import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { ModelName } from '../../../shared/agent-summary.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { sentAt } from '../context/reported-size.ts'
import type { CachePlan } from '../ports/provider-ports.ts'

type Lifetime = CachePlan['lifetime']

/** A request that was answered. */
export interface PastRequest {
  /** When it was sent, ms since the epoch. */
  readonly at: number
  /** All its input tokens, cached ones included. */
  readonly inputTokens: number
}

interface LifetimeTerms {
  readonly ms: number
  /** Price of a written token, as a multiple of an input token (docs/behaviour/providers.md#caches). */
  readonly write: number
}

const TERMS: Readonly<Record<Lifetime, LifetimeTerms>> = {
  '5m': { ms: 5 * 60_000, write: 1.25 },
  '1h': { ms: 60 * 60_000, write: 2 },
}
/** Price of a token that is read from the cache. Some models read for half of it. */
const READ = 0.1

/** Number of recent requests that count. */
const RECENT = 50

/**
 * Returns the lifetime with which the recent requests would have cost less, had all of them used it. The pause up to
 * `now` counts too, so the first request after a longer pause already chooses the longer lifetime. Without any pause
 * over five minutes the short lifetime is cheaper, because its writes are.
 */
export function cheaperLifetime(past: readonly PastRequest[], now: number): Lifetime {
  const last = past.at(-1)
  if (last === undefined) return '5m'
  const requests = [...past, { at: now, inputTokens: last.inputTokens }]
  return costOf(requests, TERMS['1h']) < costOf(requests, TERMS['5m']) ? '1h' : '5m'
}

/** The cost of the requests' input with one lifetime, in units of an input token. */
function costOf(requests: readonly PastRequest[], { ms, write }: LifetimeTerms): number {
  let cost = 0
  let before: PastRequest | null = null
  for (const request of requests) {
    const isWarm = before !== null && request.at - before.at < ms
    const read = isWarm ? Math.min(before?.inputTokens ?? 0, request.inputTokens) : 0
    cost += read * READ + (request.inputTokens - read) * write
    before = request
  }
  return cost
}

/**
 * Returns the newest answered requests of a context, oldest first: those to this model, or those to all models if there
 * is none. A fork has its ancestors' requests in its context, so it begins with their lifetime.
 */
export function pastRequests(items: readonly AgentEvent[], choice: ModelName): readonly PastRequest[] {
  const model = wireModelName(choice)
  const own = newestAnswers(
    items,
    ({ data }) => data.provider === choice.provider && (data.requested_model ?? data.model) === model,
  )
  return (own.length > 0 ? own : newestAnswers(items, () => true)).map(pastRequest)
}

type Answer = AgentEventOf<'assistant'>

/** Read from the end, because a context may be long. */
function newestAnswers(items: readonly AgentEvent[], isWanted: (answer: Answer) => boolean): readonly Answer[] {
  const found: Answer[] = []
  for (let index = items.length - 1; index >= 0 && found.length < RECENT; index -= 1) {
    const item = items[index]
    if (item?.kind === 'assistant' && isWanted(item)) found.push(item)
  }
  return found.toReversed()
}

function pastRequest(answer: AgentEventOf<'assistant'>): PastRequest {
  return { at: sentAt(answer), inputTokens: answer.data.input_tokens ?? 0 }
}
