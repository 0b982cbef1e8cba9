import { isJsonObject } from './json.ts'
import {
  CACHE_LIFETIMES,
  type Counts,
  NO_DETAILS,
  type ResponseCost,
  type ResponseUsage,
  type UsageDetails,
} from './usage.ts'
import { defined } from './defined.ts'

/**
 * Usage as stored in an event's `data` (docs/behaviour/storage.md#events). Keys are missing if the provider did not
 * report them or an older version did not record them.
 */
export interface UsageData {
  readonly input_tokens?: number
  readonly output_tokens?: number
  readonly thinking_tokens?: number
  readonly cached_tokens?: number
  readonly total_tokens?: number
  readonly cache_write_tokens?: NonNullable<UsageDetails['cacheWrites']>
  readonly server_tool_uses?: Counts
  readonly input_modalities?: Counts
  readonly output_modalities?: Counts
  readonly service_tier?: string
  readonly speed?: string
  readonly inference_region?: string
  readonly context_tokens?: number
  /** US dollars. Missing: not known, which is not zero. */
  readonly cost_usd?: number
  /** Missing beside `cost_usd`: reported by the provider (older rows). */
  readonly cost_source?: ResponseCost['source']
  /** Parts without a known price: `cost_usd` is then a lower bound. Missing: none. */
  readonly cost_missing?: readonly string[]
}

/** Returns the stored form of a reported usage and its cost; null: the cost is not known. */
export function usageData(usage: ResponseUsage, cost: ResponseCost | null): UsageData {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    thinking_tokens: usage.thinkingTokens,
    cached_tokens: usage.cachedTokens,
    total_tokens: usage.totalTokens,
    ...defined({
      cache_write_tokens: usage.cacheWrites ?? undefined,
      server_tool_uses: usage.serverTools ?? undefined,
      input_modalities: usage.inputModalities ?? undefined,
      output_modalities: usage.outputModalities ?? undefined,
      service_tier: usage.serviceTier ?? undefined,
      speed: usage.speed ?? undefined,
      inference_region: usage.region ?? undefined,
      context_tokens: usage.contextTokens ?? undefined,
    }),
    ...(cost !== null && { cost_usd: cost.usd, cost_source: cost.source }),
    ...defined({ cost_missing: cost !== null && cost.missing.length > 0 ? cost.missing : undefined }),
  }
}

/** Returns the cost in an event's `data`, which may come from an imported file; null: not known. */
export function recordedCost(data: unknown): ResponseCost | null {
  if (!isJsonObject(data)) return null
  const usd = dollars(data['cost_usd'])
  if (usd === null) return null
  const missing = data['cost_missing']
  const names = Array.isArray(missing) ? missing.filter((name) => typeof name === 'string') : []
  return { usd, source: data['cost_source'] === 'list' ? 'list' : 'provider', missing: names }
}

/**
 * Returns the usage in an event's `data`, which may come from an imported file: invalid figures count as missing. Null
 * if none was reported.
 */
export function recordedUsage(data: unknown): ResponseUsage | null {
  if (!isJsonObject(data)) return null
  const inputTokens = amount(data['input_tokens'])
  const outputTokens = amount(data['output_tokens'])
  const totalTokens = amount(data['total_tokens'])
  if (inputTokens === null && outputTokens === null && totalTokens === null) return null
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    thinkingTokens: amount(data['thinking_tokens']) ?? 0,
    cachedTokens: amount(data['cached_tokens']) ?? 0,
    totalTokens: totalTokens ?? (inputTokens ?? 0) + (outputTokens ?? 0),
    ...recordedDetails(data),
  }
}

function recordedDetails(data: Readonly<Record<string, unknown>>): UsageDetails {
  return {
    ...NO_DETAILS,
    cacheWrites: cacheWrites(data['cache_write_tokens']),
    serverTools: counts(data['server_tool_uses']),
    inputModalities: counts(data['input_modalities']),
    outputModalities: counts(data['output_modalities']),
    serviceTier: word(data['service_tier']),
    speed: word(data['speed']),
    region: word(data['inference_region']),
    contextTokens: amount(data['context_tokens']),
    cost: data['cost_source'] === 'list' ? null : dollars(data['cost_usd']),
  }
}

function cacheWrites(value: unknown): UsageDetails['cacheWrites'] {
  const found = counts(value)
  if (found === null) return null
  const known = CACHE_LIFETIMES.flatMap((lifetime) => {
    const tokens = found[lifetime]
    return tokens === undefined ? [] : [[lifetime, tokens] as const]
  })
  return Object.fromEntries(known)
}

function counts(value: unknown): Counts | null {
  if (!isJsonObject(value)) return null
  const figures = Object.entries(value).flatMap(([name, entry]) => {
    const figure = amount(entry)
    return figure === null || figure === 0 ? [] : [[name, figure] as const]
  })
  return Object.fromEntries(figures)
}

/**
 * The largest figures that count as valid. No response comes near them; without a limit, one imported row could make
 * every sum meaningless. The trigger that fills the table `responses` has the same limits (drizzle/0000_tables.sql).
 */
const LARGEST = { tokens: 1e12, dollars: 1e6 }

/** Returns the value if it is an integer from 0 to the largest valid one, else null. */
function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && isWithin(value, LARGEST.tokens) ? value : null
}

function dollars(value: unknown): number | null {
  return typeof value === 'number' && isWithin(value, LARGEST.dollars) ? value : null
}

function isWithin(value: number, largest: number): boolean {
  return value >= 0 && value <= largest
}

function word(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
