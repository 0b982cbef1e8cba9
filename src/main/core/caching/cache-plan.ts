import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentIdentity } from '../agents/agent-identity.ts'
import type { CachePlan, ModelRequest, TranscriptMessage } from '../ports/provider-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import { cacheFacts } from '../../../shared/cache-facts.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { KEPT_LIFETIMES, type KeptLifetime, type OfferedLifetimes } from '../../../shared/provider-caches.ts'
import { cheaperLifetime, lifetimeUpTo, pastRequests } from './cache-lifetime.ts'
import { defined } from '../../../shared/defined.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'

/** Returns the request with what its provider's cache needs. */
export function withCachePlan(
  request: ModelRequest,
  {
    context,
    choice,
    identities,
    config,
    now,
  }: {
    readonly context: { readonly items: readonly AgentEvent[]; readonly system: string | null }
    readonly choice: ModelChoice
    /** Notes of the agent and its ancestors, the root first. */
    readonly identities: readonly AgentIdentity[]
    readonly config: Config
    /** The time of the request, ms since the epoch. */
    readonly now: number
  },
): ModelRequest {
  const plan: CachePlan = {
    key: identities[0]?.agentId ?? '',
    lifetime: requestLifetime(context.items, choice, config, now),
    sharedSystem: (context.system ?? '').trim() === '' ? 0 : 1,
    points: cachePoints(request.messages),
    ...defined({ comparedWith: lastResponse(context.items, choice) }),
  }
  return { ...request, cache: plan }
}

/** The id of the provider's last response. */
function lastResponse(items: readonly AgentEvent[], { provider }: ModelChoice): string | undefined {
  const last = items.findLast((event) => event.kind === 'assistant' && event.data.provider === provider)
  return last?.kind === 'assistant' ? last.data.response_id : undefined
}

/** Returns the lifetime of the request's cache writes, for the providers that have several. */
export function requestLifetime(
  items: readonly AgentEvent[],
  choice: ModelChoice,
  config: Config,
  now: number,
): CachePlan['lifetime'] {
  const offers = offersTo(choice, config)
  if (config.cacheLifetime !== 'auto') return lifetimeUpTo(config.cacheLifetime, offers)
  return cheaperLifetime(pastRequests(items, choice), now, offers)
}

/** What the provider offers, with the user's own prices of writes. */
function offersTo(choice: ModelChoice, { prices }: Config): OfferedLifetimes | undefined {
  const { offers } = cacheFacts(choice.provider, wireModelName(choice))
  const { input, cache_writes: own = {} } = prices[choice.model] ?? {}
  if (offers === undefined || input === undefined || input === 0) return offers
  const factor = (lifetime: KeptLifetime) => {
    const price = own[lifetime]
    return offers[lifetime] === undefined ? undefined : price === undefined ? offers[lifetime] : price / input
  }
  return Object.fromEntries(KEPT_LIFETIMES.map((each) => [each, factor(each)]))
}

/**
 * Returns the messages whose ends should become entries of the provider's cache, as ascending indexes, three at most:
 *
 * - the last message, where the next request continues;
 * - the last answer, where forks, rewinds and the next prompt begin;
 * - the message before the model's own last answer, which is where its previous request ended. A provider looks only a
 *   few blocks back for an earlier entry, and a round of tools or another model's answers can be longer than that.
 */
export function cachePoints(messages: readonly TranscriptMessage[]): readonly number[] {
  const last = messages.length - 1
  const answer = messages.findLastIndex(({ role }) => role === 'assistant')
  const own = messages.findLastIndex(isOwnAnswer)
  return [...new Set([own - 1, answer, last])].filter((index) => index >= 0).toSorted((a, b) => a - b)
}

/** In a transcript only the target's own blocks have a stamp. */
function isOwnAnswer(message: TranscriptMessage): boolean {
  return message.role === 'assistant' && message.content.some(({ endpoint }) => endpoint !== undefined)
}
