import type { ApiProviderName } from './providers.ts'

/**
 * How the keys of a provider begin, from its documentation. Longer beginnings first: `sk-` alone is used by several.
 */
const PREFIXES: readonly (readonly [string, ApiProviderName])[] = [
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-proj-', 'openai'],
  ['sk-svcacct-', 'openai'],
  ['sk-admin-', 'openai'],
  ['AIza', 'google'],
  ['xai-', 'xai'],
  ['LLM|', 'meta'],
]

/** Returns the provider whose keys begin like this one; null: not known, or several. */
export function providerOfKey(key: string): ApiProviderName | null {
  const text = key.trim()
  return PREFIXES.find(([prefix]) => text.startsWith(prefix))?.[1] ?? null
}
