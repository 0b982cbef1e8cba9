import snapshot from '../../../../resources/model-catalog.json' with { type: 'json' }
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { CatalogFile, CatalogRow } from '../../../shared/model-catalog-file.ts'
import type { ModelInfo } from '../../../shared/model-info.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { normaliseModelName } from '../../../shared/model-table.ts'
import { HIGHER_LEVELS, THINKING_LEVELS } from '../../../shared/thinking-level.ts'
import { API_PROVIDERS, ENDPOINT, isProviderName, type ProviderName } from '../../../shared/providers.ts'
import type { ModelCatalog } from '../../core/ports/provider-ports.ts'
import type { Endpoint } from '../../../shared/endpoints/endpoint.ts'
import { endpointControls, endpointFeedback, endpointFor, endpointModel } from './endpoints/endpoint-facts.ts'
import { claudeSchema, describesObject } from './answer-schema.ts'
import { ENDED_MODELS, modelEnd } from './model-lifecycle.ts'
import { pricesOf } from './price-rules.ts'
import { adapterOf } from './provider-table.ts'
import { defined } from '../../../shared/defined.ts'

const BUILT_IN: CatalogFile = snapshot

/**
 * Creates the catalogue from the one that the user renewed, or the snapshot in resources/, the specification's retired
 * models, end dates and the thinking tables.
 */
export function createModelCatalog(
  renewed: CatalogFile | null = null,
  endpoints: () => readonly Endpoint[] = () => [],
): ModelCatalog {
  let file = newerOf(renewed, BUILT_IN)
  const models = new Map<ProviderName, readonly ModelInfo[]>()
  const list = (provider: ProviderName): readonly ModelInfo[] => {
    const known =
      models.get(provider) ?? modelsOf(provider, isProviderName(provider) ? (file.models[provider] ?? []) : [])
    models.set(provider, known)
    return known
  }
  const companyModel = (provider: ProviderName, model: string): ModelInfo | null => findModel(list(provider), model)
  return {
    file: () => file,
    replace(next) {
      file = next
      models.clear()
    },
    list,
    find: (provider, model) =>
      provider === ENDPOINT ? endpointModel(model, endpoints(), companyModel) : companyModel(provider, model),
    thinkingFeedback: (choice, maxOutputTokens) => thinkingFeedback(choice, maxOutputTokens, endpoints()),
    nativeSchema,
    controls: (choice) => {
      const endpoint = endpointFor(choice, endpoints())
      if (endpoint !== null) return endpointControls(endpoint)
      return adapterOf(choice.provider).controls(wireModelName(choice), choice.thinkingLevel)
    },
    canBeBrief: ({ provider, model, thinkingLevel }) =>
      adapterOf(provider).thinking.canBeBrief?.(model, thinkingLevel) ?? false,
    successor: (provider, model, today) => {
      const known = findModel(list(provider), model)
      // The provider's own list counts before the table.
      return known !== null && (known.endsOn === null || today <= known.endsOn)
        ? null
        : successor(provider, model, today)
    },
  }
}

/** After an update the built-in catalogue may be newer than the one that the user renewed before. */
function newerOf(renewed: CatalogFile | null, builtIn: CatalogFile): CatalogFile {
  if (renewed === null) return builtIn
  const { listedOn } = renewed.source
  const date = typeof listedOn === 'string' ? listedOn : renewed.source.renewedOn
  return date < builtIn.source.renewedOn ? builtIn : renewed
}

function modelsOf(provider: ProviderName, rows: readonly CatalogRow[]): readonly ModelInfo[] {
  const ids = new Set(rows.map(({ id }) => id))
  const ended = ENDED_MODELS.filter((model) => model.provider === provider && !ids.has(model.id))
  return [...rows, ...ended.map((model) => ({ ...model, price: null }))].map((row) => modelInfo(provider, row))
}

function modelInfo(provider: ProviderName, row: CatalogRow): ModelInfo {
  return {
    provider,
    id: row.id,
    name: row.name,
    contextWindow: row.contextWindow,
    maxOutput: row.maxOutput,
    prices: pricesOf(adapterOf(provider).prices, row.id, row.price),
    endsOn: row.endsOn === undefined ? (modelEnd(provider, row.id)?.endsOn ?? null) : row.endsOn,
    ...defined({
      modalities: row.input === undefined ? undefined : { input: row.input, output: row.output ?? ['text'] },
    }),
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
  const label = adapterOf(provider).thinking.label
  const [none, low, med, high] = THINKING_LEVELS.map((level) => label(model, level))
  if (!none || !low || !med || !high) return null
  const higher = HIGHER_LEVELS.flatMap((level) => {
    const text = label(model, level)
    return text === null ? [] : [[level, text] as const]
  })
  return { none, low, med, high, ...Object.fromEntries(higher) }
}

function thinkingFeedback(
  choice: ModelChoice,
  maxOutputTokens: number,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const endpoint = endpointFor(choice, endpoints)
  if (endpoint !== null) return endpointFeedback(endpoint, choice, maxOutputTokens)
  return adapterOf(choice.provider).thinking.feedback(choice.model, choice.thinkingLevel, maxOutputTokens)
}

function nativeSchema({ provider, model, thinkingLevel }: ModelChoice, schema: JsonObject): JsonObject | null {
  const { schema: how } = adapterOf(provider).controls(wireModelName({ provider, model }), thinkingLevel)
  if (how === 'instructed') return null
  if (provider === 'anthropic') return claudeSchema(schema)
  return describesObject(schema) ? schema : null
}

/** If the successor is retired too, returns its successor instead. */
function successor(provider: ProviderName, model: string, today: string): string | null {
  const end = modelEnd(provider, model)
  if (end === null || today <= end.endsOn) return null
  const next = end.successor ?? (isProviderName(provider) ? API_PROVIDERS[provider].defaultModel : null)
  return next === null ? null : (successor(provider, next, today) ?? next)
}
