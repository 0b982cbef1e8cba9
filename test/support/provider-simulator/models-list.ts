import type { JsonObject } from '../../../src/shared/json.ts'
import { allModels } from './model-limits.ts'
import type { ModelLimits } from './model-limits.ts'
import type { SimulatedHost } from './wire-format.ts'

/** Returns the provider's list of models, in its own format. */
export function modelsList(host: SimulatedHost): JsonObject {
  const models = allModels().filter((model) => model.provider === host)
  if (host === 'anthropic') return anthropicList(models)
  if (host === 'google') return { models: models.map(geminiModel) }
  const created = 1_780_000_000
  const own = models.map(({ id }) => ({ id, object: 'model', created, owned_by: host }))
  const routed = Object.entries(OPENROUTER_PRICES).map(([id, pricing]) => ({ id, name: id, created, pricing }))
  return { object: 'list', data: host === 'openrouter' ? [...own, ...routed] : own }
}

/** US dollars per token. */
const OPENROUTER_PRICES: Readonly<Record<string, JsonObject>> = {
  'anthropic/claude-sonnet-4.6': {
    prompt: '0.000003',
    completion: '0.000015',
    input_cache_read: '0.0000003',
    input_cache_write: '0.00000375',
  },
}

function anthropicList(models: readonly ModelLimits[]): JsonObject {
  const data = models.map(({ id, contextWindow, maxOutput }) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    max_input_tokens: contextWindow,
    max_tokens: maxOutput,
    capabilities: { image_input: { supported: true }, pdf_input: { supported: true } },
  }))
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}

function geminiModel({ id, contextWindow, maxOutput, budget, levels }: ModelLimits): JsonObject {
  return {
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: contextWindow,
    outputTokenLimit: maxOutput,
    thinking: budget !== undefined || (levels?.length ?? 0) > 0,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }
}
