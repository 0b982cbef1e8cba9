import type { ModelPrice } from './model-price.ts'
import type { TokenUsage } from './usage.ts'

const TOKENS_PER_PRICE = 1_000_000

/**
 * Returns the cost of an answer in US dollars by list prices, without batch prices, discounts and cache writes, which
 * are not known here. Null if the price is not known; never a guess.
 */
export function estimateCost(
  usage: Pick<TokenUsage, 'inputTokens' | 'outputTokens' | 'cachedTokens'>,
  price: ModelPrice | null,
): number | null {
  if (price === null) return null
  const cached = usage.cachedTokens * (price.cachedInput ?? price.input)
  const fresh = (usage.inputTokens - usage.cachedTokens) * price.input
  return (fresh + cached + usage.outputTokens * price.output) / TOKENS_PER_PRICE
}
