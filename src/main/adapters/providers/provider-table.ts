import { type ModelControls, NO_CONTROLS } from '../../../shared/model-options.ts'
import { type ApiProviderName, ENDPOINT, OUTSIDE, type ProviderName } from '../../../shared/providers.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'
import type { Provider } from '../../core/ports/provider-ports.ts'
import { createAnthropicProvider } from './anthropic/anthropic-provider.ts'
import { anthropicThinking, anthropicThinkingBudget, anthropicThinkingLabel } from './anthropic/anthropic-thinking.ts'
import { createGoogleProvider } from './google/google-provider.ts'
import { googleThinking, googleThinkingLabel } from './google/google-thinking.ts'
import { anthropicControls } from './anthropic/anthropic-controls.ts'
import { googleControls } from './google/google-controls.ts'
import { openaiControls } from './openai/openai-controls.ts'
import { ANTHROPIC_PRICES, GOOGLE_PRICES, OPENAI_PRICES, type PriceRule } from './price-rules.ts'
import { tiersIn } from './service-tiers.ts'
import { createCompatibleProvider } from './openai-compatible/compatible-provider.ts'
import type { Vendor } from './openai-compatible/vendor.ts'
import { LOCAL } from './openai-compatible/vendors/local.ts'
import { META } from './openai-compatible/vendors/meta.ts'
import { MISTRAL } from './openai-compatible/vendors/mistral.ts'
import { MOONSHOT } from './openai-compatible/vendors/moonshot.ts'
import { OPENROUTER } from './openai-compatible/vendors/openrouter.ts'
import { XAI } from './openai-compatible/vendors/xai.ts'
import { createOpenaiProvider } from './openai/openai-provider.ts'
import { openaiThinking, openaiThinkingLabel } from './openai/openai-thinking.ts'
import type { ProviderConnection } from './provider-connection.ts'

/** The meaning of a provider's thinking levels. */
interface ThinkingTable {
  readonly feedback: (model: string, level: ThinkingLevel, maxOutputTokens: number) => readonly string[]
  readonly label: (model: string, level: ThinkingLevel) => string | null
  /** As in `ModelCatalog`. Missing: never. */
  readonly canBeBrief?: (model: string, level: ThinkingLevel) => boolean
}

export interface ProviderAdapter {
  /** What a model takes of an agent's options, at a thinking level. */
  readonly controls: (model: string, level: ThinkingLevel) => ModelControls
  /** Prices that the catalogue does not have. Null: none are known. */
  readonly prices: readonly PriceRule[] | null
  readonly create: (connection: ProviderConnection) => Provider
  readonly thinking: ThinkingTable
}

/** Of outside agents: what their programs take is not known, and levels mean nothing to them. */
const OUTSIDE_ADAPTER: Omit<ProviderAdapter, 'create'> = {
  controls: () => NO_CONTROLS,
  prices: null,
  thinking: { feedback: () => [], label: () => null },
}

/** Of endpoints, as long as nothing else is known of them; `endpointAdapter` is that of one endpoint. */
const ENDPOINT_ADAPTER: Omit<ProviderAdapter, 'create'> = {
  controls: () => ({ ...NO_CONTROLS, maxTemperature: 2 }),
  prices: null,
  thinking: { feedback: () => [], label: () => null },
}

/** Returns what a provider's models take. */
export function adapterOf(provider: ProviderName): Omit<ProviderAdapter, 'create'> {
  if (provider === ENDPOINT) return ENDPOINT_ADAPTER
  return provider === OUTSIDE ? OUTSIDE_ADAPTER : PROVIDER_ADAPTERS[provider]
}

/** How to make requests to each provider. Its other properties are in its row of `shared/providers.ts`. */
export const PROVIDER_ADAPTERS: Readonly<Record<ApiProviderName, ProviderAdapter>> = {
  anthropic: {
    create: createAnthropicProvider,
    controls: anthropicControls,
    prices: ANTHROPIC_PRICES,
    thinking: {
      feedback: (...args) => anthropicThinking(...args).feedback,
      label: anthropicThinkingLabel,
      canBeBrief: (model, level) => level === 'none' || anthropicThinkingBudget(model, level) === null,
    },
  },
  openai: {
    create: createOpenaiProvider,
    prices: OPENAI_PRICES,
    controls: (model, level) => openaiControls(model, openaiThinking(model, level, 1).maxOutputTokens === null),
    thinking: { feedback: (...args) => openaiThinking(...args).feedback, label: openaiThinkingLabel },
  },
  google: {
    create: createGoogleProvider,
    controls: googleControls,
    prices: GOOGLE_PRICES,
    thinking: { feedback: (...args) => googleThinking(...args).feedback, label: googleThinkingLabel },
  },
  xai: compatible(XAI),
  meta: compatible(META),
  mistral: compatible(MISTRAL),
  moonshot: compatible(MOONSHOT),
  openrouter: compatible(OPENROUTER),
  local: compatible(LOCAL),
}

function compatible(vendor: Vendor): ProviderAdapter {
  return {
    create: (connection) => createCompatibleProvider(vendor, connection),
    prices: vendor.prices,
    controls: (model, level) => ({
      ...vendor.controls(model, level),
      serviceTiers: tiersIn(vendor.tiers ?? {}),
      outputLimit: vendor.outputLimit(1, vendor.thinking(model, level).thinks, false) !== null,
    }),
    thinking: {
      feedback: (model, level) => vendor.thinking(model, level).feedback,
      label: (model, level) => vendor.thinking(model, level).label,
      canBeBrief: (model, level) => !vendor.thinking(model, level).thinks,
    },
  }
}
