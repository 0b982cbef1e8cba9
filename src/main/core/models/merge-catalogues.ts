import type { CatalogFile, CatalogRow } from '../../../shared/model-catalog-file.ts'
import { PROVIDER_NAMES } from '../../../shared/providers.ts'

/**
 * Merges models.dev into a catalogue. It adds models, and replaces limits, modalities and prices where it has any. Everything
 * else stays: ends, further price tiers, and prices of cache writes as long as the price of input is the same.
 */
export function withModelsDev(former: CatalogFile, found: CatalogFile): CatalogFile {
  const models = PROVIDER_NAMES.flatMap((provider) => {
    const [before = [], now = []] = [former.models[provider], found.models[provider]]
    const byId = new Map(now.map((row) => [row.id, row]))
    const known = new Set(before.map(({ id }) => id))
    const rows = [...before.map((row) => mergedRow(row, byId.get(row.id))), ...now.filter(({ id }) => !known.has(id))]
    return rows.length === 0 ? [] : [[provider, rows] as const]
  })
  return { source: { ...former.source, ...found.source }, models: Object.fromEntries(models) }
}

function mergedRow(before: CatalogRow, now: CatalogRow | undefined): CatalogRow {
  if (now === undefined) return before
  return {
    ...before,
    ...now,
    name: before.name,
    contextWindow: now.contextWindow ?? before.contextWindow,
    maxOutput: now.maxOutput ?? before.maxOutput,
    price: mergedPrice(before.price, now.price),
  }
}

function mergedPrice(before: CatalogRow['price'], now: CatalogRow['price']): CatalogRow['price'] {
  if (now === null || before === null) return now ?? before
  const isSame = now.input === before.input && now.output === before.output
  return isSame ? { ...now, ...before, cachedInput: now.cachedInput ?? before.cachedInput } : now
}
