import { objectOf, optionalText } from '../read-json.ts'
import type { SimulatorRequest } from '../simulator-request.ts'
import type { EntryLifetime } from './cache-usage.ts'

/** How a provider's cache works for one request (docs/behaviour/providers.md#caches). */
export interface CachePolicy {
  /** `marks`: entries end at marks; `end`: at the end of the request, and at marks; `everywhere`: at every block. */
  readonly entries: 'marks' | 'end' | 'everywhere'
  /** Blocks that are searched before a mark for an earlier entry. */
  readonly lookBack: number
  /** Smallest entry, tokens. */
  readonly minimum: number
  /** Lifetime of entries without a mark. */
  readonly lifetime: EntryLifetime
  /** Whether writing costs more than reading the input once. */
  readonly paidWrites: boolean
  /** Requests with different scopes do not share entries. */
  readonly scope: string
}

const LIFETIMES_MS: Readonly<Record<EntryLifetime, number>> = {
  '5m': 5 * 60_000,
  '10m': 10 * 60_000,
  '30m': 30 * 60_000,
  '1h': 60 * 60_000,
  '12h': 12 * 60 * 60_000,
  '24h': 24 * 60 * 60_000,
}

export function lifetimeMs(lifetime: EntryLifetime): number {
  return LIFETIMES_MS[lifetime]
}

/** The vendor's table of smallest entries, tokens; 1,024 for all others. */
const CLAUDE_MINIMUMS: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  [/opus-4[.-][56]|haiku-4[.-]5/, 4_096],
  [/opus-4[.-]7/, 2_048],
  [/opus-5|sonnet-5[.-]5|haiku-5[.-]5|fable-5|mythos-5/, 512],
]

const ANY_BLOCK = Number.POSITIVE_INFINITY

/** Returns the policy for a request. */
export function cachePolicy(request: SimulatorRequest): CachePolicy {
  const { host, model, body } = request
  const scope = [host, optionalText(body['prompt_cache_key']) ?? ''].join(' ')
  if (host === 'anthropic' || (host === 'openrouter' && model.includes('claude'))) {
    const minimum = CLAUDE_MINIMUMS.find(([pattern]) => pattern.test(model))?.[1] ?? 1_024
    return { entries: 'marks', lookBack: 20, minimum, lifetime: '5m', paidWrites: true, scope: host }
  }
  const implicit = { entries: 'everywhere', lookBack: ANY_BLOCK, paidWrites: false, lifetime: '10m', scope } as const
  if (host === 'google') return { ...implicit, minimum: model.includes('2.5') ? 2_048 : 4_096 }
  if (host !== 'openai') return { ...implicit, minimum: 1_024 }
  if (/^gpt-(5\.[6-9]|[6-9])/.test(model)) {
    const lifetime = objectOf(body['prompt_cache_options'])['ttl'] === '12h' ? '12h' : '30m'
    return { ...implicit, entries: 'end', minimum: 1_024, lifetime, paidWrites: true }
  }
  const keepsADay = model.startsWith('gpt-5.5') || body['prompt_cache_retention'] === '24h'
  return { ...implicit, minimum: 1_024, lifetime: keepsADay ? '24h' : '10m' }
}
