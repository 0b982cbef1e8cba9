import type { ModelPrice } from '../../../../shared/model-price.ts'
import { field, textField } from '../wire-value.ts'
import { defined } from '../../../../shared/defined.ts'

const TOKENS_PER_PRICE = 1_000_000

/**
 * Reads the prices that OpenRouter's list of models has: US dollars per token, as text, negative where the price varies
 * (openrouter.ai/docs/overview/models). Null: input or output has none.
 *
 * The list names the price of a write for 5 minutes only. For Claude, a write for 1 hour costs twice the input
 * (openrouter.ai/docs/features/prompt-caching).
 */
export function listedPrice(model: { readonly id: string }): ModelPrice | null {
  const pricing = field(model, 'pricing')
  const input = perMillion(pricing, 'prompt')
  const output = perMillion(pricing, 'completion')
  if (input === null || output === null) return null
  const write = perMillion(pricing, 'input_cache_write')
  const writes = write === null ? null : writesOf(model.id, input, write)
  return {
    input,
    output,
    cachedInput: perMillion(pricing, 'input_cache_read'),
    ...defined({ cacheWrites: writes ?? undefined }),
  }
}

function writesOf(id: string, input: number, write: number): NonNullable<ModelPrice['cacheWrites']> {
  return id.startsWith('anthropic/') ? { '5m': write, '1h': 2 * input } : { unknown: write }
}

function perMillion(pricing: unknown, name: string): number | null {
  const text = textField(pricing, name) ?? ''
  const price = Number(text)
  if (text.trim() === '' || !Number.isFinite(price) || price < 0) return null
  // Rounded, because a product of decimal fractions is not exact.
  return Number((price * TOKENS_PER_PRICE).toPrecision(12))
}
