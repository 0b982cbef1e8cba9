import type { ProviderName } from '../../../shared/provider-name.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'
import type { Provider } from '../../core/ports.ts'
import { createAnthropicProvider } from './anthropic/anthropic-provider.ts'
import { anthropicThinking, anthropicThinkingLabel } from './anthropic/anthropic-thinking.ts'
import { createGoogleProvider } from './google/google-provider.ts'
import { googleThinking, googleThinkingLabel } from './google/google-thinking.ts'
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

/** What a provider's thinking table says. */
export interface ThinkingTable {
  readonly feedback: (model: string, level: ThinkingLevel, maxOutputTokens: number) => readonly string[]
  readonly label: (model: string, level: ThinkingLevel) => string | null
}

export interface ProviderRow {
  readonly create: (connection: ProviderConnection) => Provider
  readonly thinking: ThinkingTable
  /** The SDK's own name for another address, else NAME_BASE_URL; config.json wins. */
  readonly baseUrlVariable: string
}

/** Adding a provider: a folder (or a file in openai-compatible/vendors/) and a row. */
export const PROVIDERS: Readonly<Record<ProviderName, ProviderRow>> = {
  anthropic: {
    create: createAnthropicProvider,
    thinking: { feedback: (...args) => anthropicThinking(...args).feedback, label: anthropicThinkingLabel },
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
  },
  openai: {
    create: createOpenaiProvider,
    thinking: { feedback: (...args) => openaiThinking(...args).feedback, label: openaiThinkingLabel },
    baseUrlVariable: 'OPENAI_BASE_URL',
  },
  google: {
    create: createGoogleProvider,
    thinking: { feedback: (...args) => googleThinking(...args).feedback, label: googleThinkingLabel },
    baseUrlVariable: 'GOOGLE_GEMINI_BASE_URL',
  },
  xai: {
    ...compatible(XAI),
    baseUrlVariable: 'XAI_BASE_URL',
  },
  meta: {
    ...compatible(META),
    baseUrlVariable: 'LLAMA_BASE_URL',
  },
  mistral: {
    ...compatible(MISTRAL),
    baseUrlVariable: 'MISTRAL_BASE_URL',
  },
  moonshot: {
    ...compatible(MOONSHOT),
    baseUrlVariable: 'MOONSHOT_BASE_URL',
  },
  openrouter: {
    ...compatible(OPENROUTER),
    baseUrlVariable: 'OPENROUTER_BASE_URL',
  },
  local: {
    ...compatible(LOCAL),
    baseUrlVariable: 'LOCAL_BASE_URL',
  },
}

function compatible(vendor: Vendor): Pick<ProviderRow, 'create' | 'thinking'> {
  return {
    create: (connection) => createCompatibleProvider(vendor, connection),
    thinking: {
      feedback: (model, level) => vendor.thinking(model, level).feedback,
      label: (model, level) => vendor.thinking(model, level).label,
    },
  }
}
