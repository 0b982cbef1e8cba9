import snapshot from '../../../../resources/model-catalog.json' with { type: 'json' }
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ModelInfo } from '../../../shared/model-info.ts'
import { normaliseModelName } from '../../../shared/model-table.ts'
import type { ProviderName } from '../../../shared/provider-name.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'
import type { ModelCatalog } from '../../core/ports.ts'
import { anthropicThinking, anthropicThinkingLabel } from './anthropic/anthropic-thinking.ts'
import { googleThinking, googleThinkingLabel } from './google/google-thinking.ts'
import { DEFAULT_MODELS, ENDED_MODELS, modelEnd } from './model-lifecycle.ts'
import { openaiThinking, openaiThinkingLabel } from './openai/openai-thinking.ts'

type CatalogRow = Pick<ModelInfo, 'id' | 'name' | 'contextWindow' | 'maxOutput' | 'price'>

/** What a provider's thinking table says. Providers without a table say nothing. */
interface ThinkingTable {
  readonly feedback: (model: string, level: ThinkingLevel, maxOutputTokens: number) => readonly string[]
  readonly label: (model: string, level: ThinkingLevel) => string | null
}

const THINKING_TABLES: Readonly<Partial<Record<ProviderName, ThinkingTable>>> = {
  anthropic: { feedback: (...args) => anthropicThinking(...args).feedback, label: anthropicThinkingLabel },
  openai: { feedback: (...args) => openaiThinking(...args).feedback, label: openaiThinkingLabel },
  google: { feedback: (...args) => googleThinking(...args).feedback, label: googleThinkingLabel },
}

const SNAPSHOT: Readonly<Partial<Record<ProviderName, readonly CatalogRow[]>>> = snapshot.models

/** The catalogue: the snapshot in resources/, the specification's ended models, end dates and the thinking tables. */
export function createModelCatalog(): ModelCatalog {
  const models = new Map<ProviderName, readonly ModelInfo[]>()
  const list = (provider: ProviderName): readonly ModelInfo[] => {
    const known = models.get(provider) ?? modelsOf(provider)
    models.set(provider, known)
    return known
  }
  return {
    list,
    find: (provider, model) => findModel(list(provider), model),
    thinkingFeedback: (choice, maxOutputTokens) => thinkingFeedback(choice, maxOutputTokens),
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
    price: row.price,
    endsOn: modelEnd(provider, row.id)?.endsOn ?? null,
    thinking: thinkingColumn(provider, row.id),
  }
}

/** By its own name first: two dated releases of one model may differ in price. */
function findModel(models: readonly ModelInfo[], model: string): ModelInfo | null {
  const name = normaliseModelName(model)
  const exact = models.find((known) => known.id === model)
  return exact ?? models.find((known) => normaliseModelName(known.id) === name) ?? null
}

function thinkingColumn(provider: ProviderName, model: string): ModelInfo['thinking'] {
  const label = THINKING_TABLES[provider]?.label
  const [none, low, med, high] = [
    label?.(model, 'none'),
    label?.(model, 'low'),
    label?.(model, 'med'),
    label?.(model, 'high'),
  ]
  return none && low && med && high ? { none, low, med, high } : null
}

function thinkingFeedback(choice: ModelChoice, maxOutputTokens: number): readonly string[] {
  const table = THINKING_TABLES[choice.provider]
  return table ? table.feedback(choice.model, choice.thinkingLevel, maxOutputTokens) : []
}

/** A successor may have ended too; then its own is asked for. */
function successor(provider: ProviderName, model: string, today: string): string | null {
  const end = modelEnd(provider, model)
  if (end === null || today <= end.endsOn) return null
  const next = end.successor ?? DEFAULT_MODELS[provider] ?? null
  return next === null ? null : (successor(provider, next, today) ?? next)
}
