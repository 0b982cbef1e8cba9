import snapshot from '../../../../resources/model-catalog.json' with { type: 'json' }
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ModelInfo } from '../../../shared/model-info.ts'
import type { ModelPrice } from '../../../shared/model-price.ts'
import { normaliseModelName } from '../../../shared/model-table.ts'
import { type ProviderName, PROVIDERS } from '../../../shared/providers.ts'
import type { ModelCatalog } from '../../core/ports/provider-ports.ts'
import { ENDED_MODELS, modelEnd } from './model-lifecycle.ts'
import { pricesOf } from './price-rules.ts'
import { PROVIDER_ADAPTERS } from './provider-table.ts'

type CatalogRow = Pick<ModelInfo, 'id' | 'name' | 'contextWindow' | 'maxOutput'> & { readonly price: ModelPrice | null }

const SNAPSHOT: Readonly<Partial<Record<ProviderName, readonly CatalogRow[]>>> = snapshot.models

/**
 * Creates the catalogue from the snapshot in resources/, the specification's retired models, end dates and the thinking
 * tables.
 */
export function createModelCatalog(): ModelCatalog {
  const models = new Map<ProviderName, readonly ModelInfo[]>()
  const list = (provider: ProviderName): readonly ModelInfo[] => {
    const known = models.get(provider) ?? modelsOf(provider)
    models.set(provider, known)
    return known
  }
  return {
    pricesAsOf: snapshot.source.renewedOn,
    list,
    find: (provider, model) => findModel(list(provider), model),
    thinkingFeedback: (choice, maxOutputTokens) => thinkingFeedback(choice, maxOutputTokens),
    canBeBrief: ({ provider, model, thinkingLevel }) =>
      PROVIDER_ADAPTERS[provider].thinking.canBeBrief?.(model, thinkingLevel) ?? false,
    successor: (provider, model, today) => successor(provider, model, today),
  }
}

function modelsOf(provider: ProviderName): readonly ModelInfo[] {
  const ended = ENDED_MODELS.filter((model) => model.provider === provider).map((model) => ({ ...model, price: null }))
  return [...(SNAPSHOT[provider] ?? []), ...ended].map((row) => modelInfo(provider, row))
}

function modelInfo(provider: ProviderName, row: CatalogRow): ModelInfo {
  return {
    provider,
    id: row.id,
    name: row.name,
    contextWindow: row.contextWindow,
    maxOutput: row.maxOutput,
    prices: pricesOf(provider, row.id, row.price),
    endsOn: modelEnd(provider, row.id)?.endsOn ?? null,
    thinking: thinkingColumn(provider, row.id),
  }
}

/** Matches the exact name first: two dated releases of one model may differ in price. */
function findModel(models: readonly ModelInfo[], model: string): ModelInfo | null {
  const name = normaliseModelName(model)
  const exact = models.find((known) => known.id === model)
  return exact ?? models.find((known) => normaliseModelName(known.id) === name) ?? null
}

function thinkingColumn(provider: ProviderName, model: string): ModelInfo['thinking'] {
  const label = PROVIDER_ADAPTERS[provider].thinking.label
  const [none, low, med, high] = [label(model, 'none'), label(model, 'low'), label(model, 'med'), label(model, 'high')]
  return none && low && med && high ? { none, low, med, high } : null
}

function thinkingFeedback(choice: ModelChoice, maxOutputTokens: number): readonly string[] {
  return PROVIDER_ADAPTERS[choice.provider].thinking.feedback(choice.model, choice.thinkingLevel, maxOutputTokens)
}

/** If the successor is retired too, returns its successor instead. */
function successor(provider: ProviderName, model: string, today: string): string | null {
  const end = modelEnd(provider, model)
  if (end === null || today <= end.endsOn) return null
  const next = end.successor ?? PROVIDERS[provider].defaultModel
  return next === null ? null : (successor(provider, next, today) ?? next)
}
