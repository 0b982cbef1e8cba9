import { type ModelPrice, tierOf, type TokenPrices } from './model-price.ts'
import type { Counts, ResponseCost, ResponseUsage } from './usage.ts'

/** The cost of one kind of tokens or uses. `missing`: the name of what has no known price. */
interface Part {
  readonly usd: number
  readonly missing?: string
}

const TOKENS_PER_PRICE = 1_000_000

/** Values in answers that mean the ordinary price. */
const ORDINARY: ReadonlySet<string> = new Set(['standard', 'default', 'on_demand', 'global', 'not_available'])

/** Modalities that are charged as text unless the price list has their own price. */
const AS_TEXT: ReadonlySet<string> = new Set(['image', 'video', 'document'])

/**
 * Returns the cost of a response: the provider's own figure, otherwise the cost by list prices. Null: not known,
 * because the model has no known price or the answer was served in a way that has none.
 */
export function responseCost(usage: ResponseUsage, price: ModelPrice | null): ResponseCost | null {
  if (usage.cost !== null) return { usd: usage.cost, source: 'provider', missing: [] }
  if (price === null) return null
  if (price.isFree === true) return { usd: 0, source: 'list', missing: [] }
  const factor = factorOf(usage, price)
  if (factor === null) return null
  const tokens = tokenParts(usage, tierOf(price, usage.inputTokens))
  const tools = toolParts(usage.serverTools ?? {}, price)
  const missing = [...tokens, ...tools].flatMap((part) => part.missing ?? [])
  return { usd: factor * sumOf(tokens) + sumOf(tools), source: 'list', missing: [...new Set(missing)] }
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { usd }) => sum + usd, 0)
}

/** The factor for the prices of tokens; null: not known. */
function factorOf({ serviceTier, speed, region }: ResponseUsage, price: ModelPrice): number | null {
  const factors = [
    factorIn(price.serviceTiers, serviceTier),
    factorIn(price.speeds, speed),
    factorIn(price.regions, region),
  ]
  return factors.reduce((product, factor) => (product === null || factor === null ? null : product * factor), 1)
}

function factorIn(factors: Readonly<Record<string, number>> = {}, name: string | null): number | null {
  if (name === null) return 1
  return (Object.hasOwn(factors, name) ? factors[name] : undefined) ?? (ORDINARY.has(name) ? 1 : null)
}

function tokenParts(usage: ResponseUsage, prices: TokenPrices): readonly Part[] {
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  const writes = prices.cacheWrites === undefined ? {} : (usage.cacheWrites ?? {})
  const written = Object.values(writes).reduce((sum, tokens) => sum + tokens, 0)
  // Some gateways report the same tokens both as read and as written.
  const fresh = Math.max(0, usage.inputTokens - cached - written)
  return [
    { usd: perMillion(fresh, prices.input) },
    cachedPart(cached, prices),
    ...writeParts(usage, prices),
    ...inputModalityParts(usage.inputModalities ?? {}, fresh, prices),
    { usd: perMillion(usage.outputTokens, prices.output) },
    ...outputModalityParts(usage, prices),
  ]
}

function perMillion(tokens: number, price: number): number {
  return (tokens * price) / TOKENS_PER_PRICE
}

function cachedPart(tokens: number, { cachedInput }: TokenPrices): Part {
  if (tokens === 0) return { usd: 0 }
  return cachedInput === null ? { usd: 0, missing: 'cached input' } : { usd: perMillion(tokens, cachedInput) }
}

/**
 * Writes without a known price count at the lowest known one. If no writes were reported, all input counts as input.
 */
function writeParts({ cacheWrites, inputTokens }: ResponseUsage, prices: TokenPrices): readonly Part[] {
  if (prices.cacheWrites === undefined) return []
  if (cacheWrites === null) return inputTokens === 0 ? [] : [{ usd: 0, missing: 'cache writes' }]
  const known: Counts = prices.cacheWrites
  const all = Object.values(known)
  return Object.entries(cacheWrites).map(([lifetime, tokens]): Part => {
    const price = lifetime === 'unknown' && all.length === 1 ? all[0] : known[lifetime]
    if (price !== undefined) return { usd: perMillion(tokens, price) }
    return { usd: perMillion(tokens, all.length === 0 ? prices.input : Math.min(...all)), missing: 'cache writes' }
  })
}

/** The difference between a modality's own price and the price of the text that its tokens were counted as. */
function inputModalityParts(modalities: Counts, fresh: number, prices: TokenPrices): readonly Part[] {
  return Object.entries(modalities).map(([name, tokens]): Part => {
    const price = prices.inputModalities?.[name]
    if (price === undefined) return AS_TEXT.has(name) ? { usd: 0 } : { usd: 0, missing: `${name} input` }
    return { usd: perMillion(Math.min(tokens, fresh), price - prices.input) }
  })
}

function outputModalityParts({ outputModalities, outputTokens }: ResponseUsage, prices: TokenPrices): readonly Part[] {
  return Object.entries(outputModalities ?? {}).map(([name, tokens]): Part => {
    const price = prices.outputModalities?.[name]
    if (price === undefined) return { usd: 0, missing: `${name} output` }
    return { usd: perMillion(Math.min(tokens, outputTokens), price - prices.output) }
  })
}

function toolParts(uses: Counts, { tools = {} }: ModelPrice): readonly Part[] {
  return Object.entries(uses).map(([name, count]): Part => {
    const price = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (price === undefined) return { usd: 0, missing: name }
    return { usd: price.usd * (price.per === 'use' ? count : 1) }
  })
}
