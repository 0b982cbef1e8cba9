import { cachedAfter } from '../../../shared/cache-facts.ts'
import { type CacheDiagnosis, type CacheMiss, isNamedCause, type MissCause } from '../../../shared/cache-miss.ts'
import { defined } from '../../../shared/defined.ts'
import type { ModelPrice } from '../../../shared/model-price.ts'
import type { CacheFacts } from '../../../shared/provider-caches.ts'
import { responseCost } from '../../../shared/response-cost.ts'
import type { CacheLifetime, ResponseUsage } from '../../../shared/usage.ts'
import { type PrintDifference, printDifference } from './print-difference.ts'
import type { RequestPrint } from './request-print.ts'

/** A request to the same model, or to another one of the provider, before this one in the same context. */
export interface EarlierRequest {
  /** `MODEL/LEVEL`. */
  readonly model: string
  /** Whether another agent sent it, of which this one is a fork. */
  readonly isInherited: boolean
  /** Null: it was not recorded. */
  readonly print: RequestPrint | null
  readonly printId: string | null
  readonly usage: ResponseUsage
  /** When its entry was last used, ms since the epoch. */
  readonly usedAt: number
  /** The lifetime that it asked for. */
  readonly lifetime: CacheLifetime
}

export interface AnsweredRequest {
  readonly model: string
  readonly print: RequestPrint
  readonly usage: ResponseUsage
  /** When it was sent, ms since the epoch. */
  readonly sentAt: number
  /** What the provider says about it; null: nothing. */
  readonly diagnosis: CacheDiagnosis | null
}

interface CacheTerms {
  readonly facts: CacheFacts
  readonly price: ModelPrice | null
  /** Whether the provider is known to report what it read from its cache of this model. */
  readonly isReporting: boolean
}

/** Without a documented lifetime, an entry is expected for this long after its last use, ms. */
const USUALLY_KEPT_MS = 5 * 60_000

/** What may be missing of the expected part: caches read in steps, and only up to their last entry. */
const TOLERATED = { share: 0.1, tokens: 256 }

/**
 * Returns why less of a request was read from the cache than the earlier request promises, and what that cost. Null:
 * it was as warm as expected, or the provider does not say what it reads. `earlier`: null if there is none.
 */
export function cacheMiss(
  request: AnsweredRequest,
  earlier: EarlierRequest | null,
  terms: CacheTerms,
): CacheMiss | null {
  const { usage } = request
  if (!terms.isReporting || usage.inputTokens === 0) return null
  if (earlier === null) return firstMiss(request, terms)
  const entry = cachedAfter(earlier.usage, terms.facts, earlier.usedAt, earlier.lifetime)
  const promised = entry?.tokens ?? earlier.usage.contextTokens ?? earlier.usage.inputTokens
  const expected = Math.min(promised, usage.inputTokens)
  if (usage.cachedTokens >= expected * (1 - TOLERATED.share) - TOLERATED.tokens) {
    // Below the least length, nothing was promised.
    return entry === null && usage.cachedTokens === 0 ? shortMiss(request, terms) : null
  }
  return {
    ...causeOf(request, earlier, entry === null ? null : { warmUntil: entry.warmUntil }, terms),
    ...lost(usage, expected - usage.cachedTokens, terms.price),
  }
}

function firstMiss({ usage }: AnsweredRequest, { facts, price }: CacheTerms): CacheMiss | null {
  if (usage.cachedTokens > 0) return null
  const cause = usage.inputTokens < facts.minimumTokens ? 'too_short' : 'never_written'
  return { cause, ...lost(usage, usage.inputTokens, price) }
}

function shortMiss({ usage }: AnsweredRequest, { facts, price }: CacheTerms): CacheMiss | null {
  if (usage.inputTokens >= facts.minimumTokens) return null
  return { cause: 'too_short', ...lost(usage, usage.inputTokens, price) }
}

type Cause = Omit<CacheMiss, keyof Lost>

/** As in `CacheMiss`. */
interface Lost {
  readonly tokens: number
  readonly usd?: number
}

function causeOf(
  request: AnsweredRequest,
  earlier: EarlierRequest,
  entry: { readonly warmUntil: number | null } | null,
  { facts }: CacheTerms,
): Cause {
  if (earlier.model !== request.model) {
    const models = { from: earlier.model, to: request.model }
    return { cause: 'model', models, ...defined({ inherited: earlier.isInherited || undefined }) }
  }
  const changed: PrintDifference | null = earlier.print === null ? null : printDifference(earlier.print, request.print)
  if (changed !== null) return { ...changed, ...defined({ against: earlier.printId ?? undefined }) }
  if (entry === null) return { cause: earlier.usage.inputTokens < facts.minimumTokens ? 'too_short' : 'never_written' }
  const keptMs = entry.warmUntil === null ? USUALLY_KEPT_MS : entry.warmUntil - earlier.usedAt
  const ms = request.sentAt - earlier.usedAt
  if (ms >= keptMs) return { cause: 'expired', pause: { ms, kept_ms: keptMs, documented: entry.warmUntil !== null } }
  return { cause: otherCause(request, earlier) }
}

function otherCause({ print, diagnosis }: AnsweredRequest, earlier: EarlierRequest): MissCause {
  if (earlier.print !== null && earlier.print.settings !== print.settings) return 'settings'
  return diagnosis !== null && isNamedCause(diagnosis) ? 'provider' : 'unknown'
}

/** What tokens cost more than they would have from the cache: they were written to it, or ordinary input. */
function lost(usage: ResponseUsage, tokens: number, price: ModelPrice | null): Lost {
  const asSent = { ...usage, cost: null }
  const warm = { ...asSent, cachedTokens: usage.cachedTokens + tokens, cacheWrites: withoutWrites(usage, tokens) }
  const paid = responseCost(asSent, price)
  const least = responseCost(warm, price)
  const usd = paid === null || least === null ? undefined : Math.max(0, paid.usd - least.usd)
  return { tokens, ...defined({ usd }) }
}

function withoutWrites({ cacheWrites }: ResponseUsage, tokens: number): ResponseUsage['cacheWrites'] {
  if (cacheWrites === null) return null
  let rest = tokens
  return Object.fromEntries(
    Object.entries(cacheWrites).map(([lifetime, written]) => {
      const taken = Math.min(rest, written)
      rest -= taken
      return [lifetime, written - taken]
    }),
  )
}
