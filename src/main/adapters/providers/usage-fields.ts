import type { Counts, UsageDetails } from '../../../shared/usage.ts'
import { field, numberField } from './wire-value.ts'
import { isJsonObject } from '../../../shared/json.ts'

/** xAI's ticks per US dollar. */
const TICKS_PER_DOLLAR = 10_000_000_000

/**
 * Returns the numbers above 0 in an object, by key without `suffix`; keys that do not end with `suffix` are ignored.
 * Null: there is no object, so nothing was reported.
 */
export function countsIn(value: unknown, suffix = ''): Counts | null {
  if (!isJsonObject(value)) return null
  const found = Object.keys(value).flatMap((key) => {
    const count = key.endsWith(suffix) ? (numberField(value, key) ?? 0) : 0
    return count > 0 ? [[key.slice(0, key.length - suffix.length), count] as const] : []
  })
  return Object.fromEntries(found)
}

const MODALITIES = ['audio', 'image', 'video']

/**
 * Returns tokens by modality as OpenAI's APIs report them: `audio_tokens`, `image_tokens`, `video_tokens`. Null: there
 * are none of these fields.
 */
export function modalitiesIn(details: unknown): Counts | null {
  const reported = MODALITIES.flatMap((name) => {
    const tokens = numberField(details, `${name}_tokens`)
    return tokens === undefined ? [] : [[name, tokens] as const]
  })
  return reported.length === 0 ? null : Object.fromEntries(reported.filter(([, tokens]) => tokens > 0))
}

/**
 * Returns cache writes in the details of OpenAI's APIs. Tokens that the split by lifetime does not cover have an
 * unknown lifetime. Null: neither the sum nor the split was reported.
 */
export function cacheWritesIn(details: unknown): UsageDetails['cacheWrites'] {
  const split = field(details, 'cache_write_tokens_details')
  const halfHour = numberField(split, 'ttl_30m_tokens')
  const halfDay = numberField(split, 'ttl_12h_tokens')
  const reported = numberField(details, 'cache_write_tokens')
  if (halfHour === undefined && halfDay === undefined && reported === undefined) return null
  const known = (halfHour ?? 0) + (halfDay ?? 0)
  return writesAbove0({ '30m': halfHour ?? 0, '12h': halfDay ?? 0, unknown: (reported ?? known) - known })
}

/** Omits lifetimes without writes. */
export function writesAbove0(writes: NonNullable<UsageDetails['cacheWrites']>): UsageDetails['cacheWrites'] {
  return Object.fromEntries(Object.entries(writes).filter(([, tokens]) => tokens > 0))
}

/**
 * Returns the cost of the response as the provider reports it, US dollars: xAI's ticks, or OpenRouter's `cost`.
 * OpenRouter leaves out what is billed to the user's own key with the upstream provider, which is added. Null: not
 * reported.
 */
export function ownCost(usage: unknown): number | null {
  const ticks = numberField(usage, 'cost_in_usd_ticks')
  if (ticks !== undefined) return ticks < 0 ? null : ticks / TICKS_PER_DOLLAR
  const details = field(usage, 'cost_details')
  const cost = numberField(usage, 'cost')
  // Other servers may have a `cost` in another unit.
  if (cost === undefined || cost < 0 || (details === undefined && field(usage, 'is_byok') === undefined)) return null
  if (field(usage, 'is_byok') !== true) return cost
  const upstream = numberField(details, 'upstream_inference_cost')
  return upstream === undefined ? null : cost + upstream
}
