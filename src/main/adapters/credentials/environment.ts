import type { ProviderName } from '../../../shared/provider-name.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a provider's key may stand in the environment, first come first served, and where a person gets one. */
interface KeySource {
  readonly names: readonly [string, ...string[]]
  /** Empty: no key is needed. */
  readonly url: string
}

/** Names: decisions.md § 8. Servers on this machine mostly want no key; some can be told to. */
export const KEY_SOURCES: Readonly<Record<ProviderName, KeySource>> = {
  anthropic: { names: ['ANTHROPIC_API_KEY'], url: 'https://console.anthropic.com/settings/keys' },
  openai: { names: ['OPENAI_API_KEY'], url: 'https://platform.openai.com/api-keys' },
  google: { names: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'], url: 'https://aistudio.google.com/apikey' },
  xai: { names: ['XAI_API_KEY'], url: 'https://console.x.ai' },
  meta: { names: ['LLAMA_API_KEY'], url: 'https://llama.developer.meta.com' },
  mistral: { names: ['MISTRAL_API_KEY'], url: 'https://console.mistral.ai/api-keys' },
  moonshot: { names: ['MOONSHOT_API_KEY'], url: 'https://platform.moonshot.ai/console/api-keys' },
  openrouter: { names: ['OPENROUTER_API_KEY'], url: 'https://openrouter.ai/settings/keys' },
  local: { names: ['LOCAL_API_KEY'], url: '' },
}

/** The provider's key in the environment, without white space round it; null: none. An empty variable is none. */
export function keyFromEnvironment(provider: ProviderName, environment: Environment): string | null {
  const keys = KEY_SOURCES[provider].names.map((name) => environment[name]?.trim())
  return keys.find((key) => key) ?? null
}
