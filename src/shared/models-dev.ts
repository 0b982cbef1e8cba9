import { z } from 'zod'

import { isJsonObject } from './json.ts'
import type { CatalogFile, CatalogRow } from './model-catalog-file.ts'
import { PROVIDER_NAMES, type ApiProviderName } from './providers.ts'

/** What `source.from` of a catalogue says that was read from there. */
export const MODELS_DEV = 'models.dev'

/** The names of the providers at models.dev. Null: it has no models of it. */
const NAMES: Readonly<Record<ApiProviderName, string | null>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
  xai: 'xai',
  meta: 'llama',
  mistral: 'mistral',
  moonshot: 'moonshotai',
  // Its models and prices change every day, and its own list says them.
  openrouter: null,
  local: null,
}

const figure = z.number().nonnegative()
const tokenPrice = z.looseObject({
  input: figure,
  output: figure,
  cache_read: figure.optional(),
  cache_write: figure.optional(),
})
const model = z.looseObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  last_updated: z.string().optional(),
  limit: z.looseObject({ context: figure.optional(), output: figure.optional() }).optional(),
  cost: tokenPrice.extend({ context_over_200k: tokenPrice.optional() }).optional(),
  modalities: z.looseObject({ input: z.array(z.string()).max(20), output: z.array(z.string()).max(20) }).optional(),
})

/** Above so many input tokens the prices of `context_over_200k` apply. */
const OVER = 200_000

/** Whether a file has the form of models.dev: an object of providers, each with its models by id. */
export function isModelsDev(json: unknown): boolean {
  if (!isJsonObject(json) || 'source' in json) return false
  return Object.values(providersIn(json)).some((row) => isJsonObject(row) && isJsonObject(row['models']))
}

/**
 * Returns the models of the providers that are known here as a catalogue. A row that is not understood costs itself alone.
 * Prices of cache writes are left out: models.dev does not say for which lifetime they are. `readOn`: ISO date.
 */
export function ofModelsDev(json: unknown, readOn: string): CatalogFile {
  const providers = isJsonObject(json) ? providersIn(json) : {}
  const models = PROVIDER_NAMES.flatMap((provider) => {
    const name = NAMES[provider]
    const row = name == null ? undefined : providers[name]
    const listed = isJsonObject(row) && isJsonObject(row['models']) ? Object.values(row['models']) : []
    const rows = listed.map(rowOf).filter((each) => each !== null)
    return rows.length === 0 ? [] : [[provider, rows] as const]
  })
  return { source: { renewedOn: readOn, from: MODELS_DEV }, models: Object.fromEntries(models) }
}

/** An earlier form had the providers in a field of their own. */
function providersIn(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { providers } = json
  return isJsonObject(providers) ? providers : json
}

function rowOf(json: unknown): CatalogRow | null {
  const parsed = model.safeParse(json)
  if (!parsed.success) return null
  const { id, name, limit = {}, cost, modalities } = parsed.data
  return {
    id,
    name,
    contextWindow: tokensOf(limit.context),
    maxOutput: tokensOf(limit.output),
    // Nothing counts as free because a figure is not known.
    price: cost === undefined || cost.input + cost.output === 0 ? null : priceOf(cost),
    ...modalities,
  }
}

function priceOf({ context_over_200k: over, ...cost }: z.infer<typeof model>['cost'] & object): CatalogRow['price'] {
  const price = tokenPrices(cost)
  return over === undefined ? price : { ...price, tiers: [{ ...tokenPrices(over), inputTokensAbove: OVER }] }
}

function tokenPrices({ input, output, cache_read: cachedInput }: z.infer<typeof tokenPrice>) {
  return { input, output, cachedInput: cachedInput ?? null }
}

/** It has 0 where a figure is not known. */
function tokensOf(count: number | undefined): number | null {
  return count === undefined || count < 1 ? null : Math.round(count)
}
