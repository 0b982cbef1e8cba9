import { z } from 'zod'

import type { ModelPrice, PriceTier } from './model-price.ts'
import { defined } from './defined.ts'

/** US dollars per million tokens. */
const dollars = z.number('must be a number').nonnegative('must not be negative')
const byName = z.record(z.string().max(100), dollars)
const cacheWrites = z.strictObject({
  '5m': dollars.optional(),
  '30m': dollars.optional(),
  '1h': dollars.optional(),
  '12h': dollars.optional(),
})
const tier = z.strictObject({
  input_tokens_above: z.int().positive(),
  input: dollars,
  output: dollars,
  cached_input: dollars.optional(),
  cache_writes: cacheWrites.optional(),
})

/** The user's own prices of one model: an entry of `prices` in config.json. */
const overrideSchema = z.strictObject(
  {
    input: dollars.optional(),
    output: dollars.optional(),
    cached_input: dollars.optional(),
    cache_writes: cacheWrites.optional(),
    tiers: z.array(tier).max(10).optional(),
    input_modalities: byName.optional(),
    output_modalities: byName.optional(),
    /** Factors for the prices of tokens. */
    service_tiers: byName.optional(),
    /** US dollars per use. */
    tools: byName.optional(),
  },
  'must have prices in dollars per million tokens, such as { "input": 2, "output": 10 }',
)
export type PriceOverride = Readonly<z.infer<typeof overrideSchema>>

/** Overrides by model name as typed after `/model`, without a level. */
export type PriceOverrides = Readonly<Record<string, PriceOverride>>
export const priceOverridesSchema = z.record(z.string().max(300), overrideSchema, 'must be an object of models')

/**
 * Returns the list price with the user's changes. Fields that the override does not have keep the list's value. Null:
 * not known, because neither has both an input and an output price.
 */
export function withOverride(list: ModelPrice | null, override: PriceOverride): ModelPrice | null {
  // Own prices mean that the server is not free.
  const base = list?.isFree === true ? null : list
  const input = override.input ?? base?.input
  const output = override.output ?? base?.output
  if (input === undefined || output === undefined) return list
  return {
    ...base,
    input,
    output,
    cachedInput: override.cached_input ?? base?.cachedInput ?? null,
    ...defined({
      cacheWrites:
        override.cache_writes === undefined ? undefined : { ...base?.cacheWrites, ...known(override.cache_writes) },
      tiers: override.tiers === undefined ? undefined : override.tiers.map(priceTier),
      inputModalities: override.input_modalities,
      outputModalities: override.output_modalities,
      serviceTiers:
        override.service_tiers === undefined ? undefined : { ...base?.serviceTiers, ...override.service_tiers },
      tools: override.tools === undefined ? undefined : { ...base?.tools, ...toolPrices(override.tools) },
    }),
  }
}

function priceTier({ input_tokens_above, input, output, cached_input, cache_writes }: z.infer<typeof tier>): PriceTier {
  return {
    inputTokensAbove: input_tokens_above,
    input,
    output,
    cachedInput: cached_input ?? null,
    ...defined({ cacheWrites: cache_writes === undefined ? undefined : known(cache_writes) }),
  }
}

/** Without the keys that are undefined. */
function known(writes: z.infer<typeof cacheWrites>): NonNullable<ModelPrice['cacheWrites']> {
  return Object.fromEntries(Object.entries(writes).filter(([, usd]) => usd !== undefined))
}

function toolPrices(tools: Readonly<Record<string, number>>): NonNullable<ModelPrice['tools']> {
  return Object.fromEntries(Object.entries(tools).map(([name, usd]) => [name, { usd, per: 'use' as const }]))
}
