import type { ModelPrice, SpecialPrices } from '../../../shared/model-price.ts'

/**
 * Prices that the snapshot does not have, from the provider's pricing page, November 2026. They apply to models with
 * matching names; if several rules have a field, the last one is used. A tier, speed, region or tool that is not listed
 * has no known price.
 */
export interface PriceRule {
  readonly models: RegExp
  readonly prices: SpecialPrices
}

/** The price of a use of a tool. */
export const perUse = (usd: number) => ({ usd, per: 'use' }) as const
const HALF_PRICE = { flex: 0.5, batch: 0.5 } as const

// platform.claude.com: pricing, prompt caching, fast mode, data residency
export const ANTHROPIC_PRICES: readonly PriceRule[] = [
  {
    models: /./,
    prices: {
      serviceTiers: { batch: 0.5 },
      regions: { us: 1.1 },
      tools: { web_search: perUse(0.01), web_fetch: perUse(0) },
    },
  },
  { models: /^claude-opus-(4-8|5-5)/, prices: { speeds: { fast: 2 } } },
]

// developers.openai.com: pricing, flex processing, priority processing
export const OPENAI_PRICES: readonly PriceRule[] = [
  {
    models: /./,
    prices: { serviceTiers: { ...HALF_PRICE, priority: 2, fast: 2 }, tools: { web_search: perUse(0.01) } },
  },
  { models: /^gpt-5\.5/, prices: { serviceTiers: { ...HALF_PRICE, priority: 2.5, fast: 2.5 } } },
]

// ai.google.dev: pricing, optimization. The free searches of each month are not considered.
export const GOOGLE_PRICES: readonly PriceRule[] = [
  { models: /./, prices: { serviceTiers: HALF_PRICE, tools: { google_search: perUse(0.014) } } },
  { models: /^gemini-2\./, prices: { tools: { google_search: { usd: 0.035, per: 'response' } } } },
]

/** Announced ends of prices. `next` applies from the day after; missing: not announced. */
const ENDS: Readonly<Record<string, { readonly until: string; readonly next?: Omit<ModelPrice, 'from' | 'until'> }>> = {
  'gemini-4-argon': { until: '2026-11-30', next: { input: 4, output: 20, cachedInput: 0.2 } },
  'gemini-3.8-flash': { until: '2026-12-31' },
}

/** Returns the prices of a model by period: those of the snapshot, completed by the provider's rules. */
export function pricesOf(
  prices: readonly PriceRule[] | null,
  model: string,
  snapshot: ModelPrice | null,
): readonly ModelPrice[] {
  if (snapshot === null) return []
  const rules = (prices ?? []).filter(({ models }) => models.test(model))
  const extra = rules.reduce<SpecialPrices>((all, { prices }) => ({ ...all, ...prices }), {})
  const end = ENDS[model]
  const first: ModelPrice = { ...snapshot, ...extra }
  if (end === undefined) return [first]
  const next = end.next === undefined ? [] : [{ ...end.next, ...extra, from: dayAfter(end.until) }]
  return [{ ...first, until: end.until }, ...next]
}

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
