import type { ProviderName } from './provider-name.ts'

/** Where a provider's key may be in the environment, first come first served, and where a person gets one. */
export interface KeySource {
  readonly variables: readonly [string, ...string[]]
  /** Null: no key is needed. */
  readonly page: string | null
}

/** Servers on this machine mostly want no key; some can be told to. */
export const KEY_SOURCES: Readonly<Record<ProviderName, KeySource>> = {
  anthropic: { variables: ['ANTHROPIC_API_KEY'], page: 'https://console.anthropic.com/settings/keys' },
  openai: { variables: ['OPENAI_API_KEY'], page: 'https://platform.openai.com/api-keys' },
  google: { variables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'], page: 'https://aistudio.google.com/apikey' },
  xai: { variables: ['XAI_API_KEY'], page: 'https://console.x.ai' },
  meta: { variables: ['LLAMA_API_KEY'], page: 'https://llama.developer.meta.com' },
  mistral: { variables: ['MISTRAL_API_KEY'], page: 'https://console.mistral.ai/api-keys' },
  moonshot: { variables: ['MOONSHOT_API_KEY'], page: 'https://platform.moonshot.ai/console/api-keys' },
  openrouter: { variables: ['OPENROUTER_API_KEY'], page: 'https://openrouter.ai/settings/keys' },
  local: { variables: ['LOCAL_API_KEY'], page: null },
}
