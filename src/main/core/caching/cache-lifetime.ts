import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { ModelName } from '../../../shared/agent-summary.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { sentAt } from '../context/reported-size.ts'
import {
  CLAUDE_LIFETIMES,
  KEPT_LIFETIMES,
  type KeptLifetime as Lifetime,
  LIFETIMES_MS,
  type OfferedLifetimes,
} from '../../../shared/provider-caches.ts'

/** A request that was answered. */
export interface PastRequest {
  /** When it was sent, ms since the epoch. */
  readonly at: number
  /** All its input tokens, cached ones included. */
  readonly inputTokens: number
}

/** Price of a token that is read from the cache. Some models read for half of it. */
const READ = 0.1

/** Number of recent requests that count. */
const RECENT = 50

/**
 * Returns the lifetime with which the recent requests would have cost less, had all of them used it. The pause up to
 * `now` counts too, so the first request after a longer pause already chooses the longer lifetime. Without any pause
 * over the short one it is cheaper, because its writes are. One whose price is not known is never chosen. `offers`: missing
 * where the table names no choice, as for Claude at an endpoint; providers without lifetimes ignore the answer.
 */
export function cheaperLifetime(
  past: readonly PastRequest[],
  now: number,
  offers: OfferedLifetimes = CLAUDE_LIFETIMES,
): Lifetime {
  const last = past.at(-1)
  const known = ascending(offers).flatMap((lifetime) => {
    const write = offers[lifetime]
    return typeof write === 'number' ? [{ lifetime, ms: LIFETIMES_MS[lifetime], write }] : []
  })
  const [shortest, ...longer] = known
  if (shortest === undefined) return '5m'
  if (last === undefined) return shortest.lifetime
  const requests = [...past, { at: now, inputTokens: last.inputTokens }]
  return longer.reduce((best, each) => (costOf(requests, each) < costOf(requests, best) ? each : best), shortest)
    .lifetime
}

/** Returns the longest lifetime that is offered and not longer than the one that the user set; else the shortest. */
export function lifetimeUpTo(most: Lifetime, offers: OfferedLifetimes = CLAUDE_LIFETIMES): Lifetime {
  const all = ascending(offers)
  return all.findLast((each) => LIFETIMES_MS[each] <= LIFETIMES_MS[most]) ?? all[0] ?? most
}

/** The shortest first. */
function ascending(offers: OfferedLifetimes): readonly Lifetime[] {
  return KEPT_LIFETIMES.filter((each) => offers[each] !== undefined)
}

/** The cost of the requests' input with one lifetime, in units of an input token. */
function costOf(
  requests: readonly PastRequest[],
  { ms, write }: { readonly ms: number; readonly write: number },
): number {
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
