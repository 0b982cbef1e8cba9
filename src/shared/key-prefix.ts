import { type ApiProviderName, PROVIDER_NAMES } from './providers.ts'

/**
 * How the keys of each provider begin, from its documentation. Empty: like those of others (`sk-`), or like nothing in
 * particular.
 */
export const KEY_BEGINNINGS: Readonly<Record<ApiProviderName, readonly string[]>> = {
  anthropic: ['sk-ant-'],
  openai: ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
  google: ['AIza'],
  xai: ['xai-'],
  meta: ['LLM|'],
  mistral: [],
  moonshot: [],
  openrouter: ['sk-or-'],
  local: [],
}

/** Returns the provider whose keys begin like this one; null: unknown, or several. */
export function providerOfKey(key: string): ApiProviderName | null {
  const text = key.trim()
  return PROVIDER_NAMES.find((name) => KEY_BEGINNINGS[name].some((beginning) => text.startsWith(beginning))) ?? null
}
