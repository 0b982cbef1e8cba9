import type { ModelChoice, ModelName } from '../../../../shared/agent-summary.ts'
import { companyModel, isClaude } from '../../../../shared/endpoints/company-model.ts'
import { endpointIn, modelAtEndpoint } from '../../../../shared/endpoints/endpoint-model.ts'
import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import { type ModelControls, NO_CONTROLS } from '../../../../shared/model-options.ts'
import { inferProvider } from '../../../../shared/model-spec.ts'
import { ENDPOINT, type ProviderName } from '../../../../shared/providers.ts'
import { anthropicThinking } from '../anthropic/anthropic-thinking.ts'
import { endpointThinking } from './endpoint-thinking.ts'

/** The output limit of models whose own is not known, tokens, where the API demands one. */
const MESSAGES_OUTPUT = 32_000

/** Returns the endpoint of a model; null: it is of none, or of one that does not exist. */
export function endpointFor({ provider, model }: ModelName, endpoints: readonly Endpoint[]): Endpoint | null {
  if (provider !== ENDPOINT) return null
  const name = endpointIn(model)
  return endpoints.find((endpoint) => endpoint.name === name) ?? null
}

/**
 * Returns what is known of a model of an endpoint: what its entry says, then what the catalogue says of the company's
 * model that it is said to be, or whose name it has at an endpoint for Claude. Null: nothing.
 */
export function endpointModel(
  model: string,
  endpoints: readonly Endpoint[],
  findCompanyModel: (provider: ProviderName, model: string) => ModelInfo | null,
): ModelInfo | null {
  const endpoint = endpointFor({ provider: ENDPOINT, model }, endpoints)
  if (endpoint === null) return null
  const id = modelAtEndpoint(model)
  const written = endpoint.models.find((each) => each.id === id)
  const as = companyModel(id, endpoint)
  const company = as === null ? null : inferProvider(as)
  const known = as === null || company === null ? null : findCompanyModel(company, as)
  const usualOutput = endpoint.kind === 'anthropic' ? MESSAGES_OUTPUT : null
  return {
    provider: ENDPOINT,
    id: model,
    name: known?.name ?? id,
    contextWindow: written?.contextWindow ?? known?.contextWindow ?? null,
    maxOutput: written?.maxOutput ?? known?.maxOutput ?? usualOutput,
    prices: known?.prices ?? [],
    endsOn: null,
    ...(known?.modalities === undefined ? {} : { modalities: known.modalities }),
    thinking: known?.thinking ?? null,
  }
}

/** Returns what the models of an endpoint take of an agent's options. */
export function endpointControls({ kind, quirks }: Endpoint): ModelControls {
  const outputLimit = kind === 'anthropic' || kind === 'gemini' || quirks.max_tokens !== 'none'
  return { ...NO_CONTROLS, outputLimit, maxTemperature: quirks.temperature_max }
}

/** Returns what is said after `/model` about the level of a model of an endpoint. */
export function endpointFeedback(
  endpoint: Endpoint,
  { model, thinkingLevel }: ModelChoice,
  maxOutputTokens: number,
): readonly string[] {
  const { kind, quirks } = endpoint
  const known = companyModel(modelAtEndpoint(model), endpoint)
  if (quirks.thinking === 'claude' && known !== null && isClaude(known))
    return anthropicThinking(known, thinkingLevel, maxOutputTokens).feedback
  return endpointThinking(quirks, thinkingLevel, kind === 'openai-responses' ? 'responses' : 'chat').feedback
}
