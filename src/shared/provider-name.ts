/** Providers carry the company's name; `local` is any OpenAI-compatible server on this machine. */
export const PROVIDER_NAMES = [
  'anthropic',
  'openai',
  'google',
  'xai',
  'meta',
  'mistral',
  'moonshot',
  'openrouter',
  'local',
] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** How the company writes its own name. */
export const PROVIDER_LABELS: Readonly<Record<ProviderName, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  xai: 'xAI',
  meta: 'Meta',
  mistral: 'Mistral',
  moonshot: 'Moonshot',
  openrouter: 'OpenRouter',
  local: 'Local',
}

export function isProviderName(text: string): text is ProviderName {
  return (PROVIDER_NAMES as readonly string[]).includes(text)
}
