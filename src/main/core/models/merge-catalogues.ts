import type { CatalogFile, CatalogRow } from '../../../shared/model-catalog-file.ts'
import { PROVIDER_NAMES } from '../../../shared/providers.ts'

/**
 * Returns a catalogue with what models.dev says of models: it adds models, and its limits, modalities and prices count where it
 * has any. What it does not have is kept: prices of cache writes while the price of input is the same, more price tiers, and ends.
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
