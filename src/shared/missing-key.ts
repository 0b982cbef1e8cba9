import { API_PROVIDERS, PROVIDER_NAMES, type ApiProviderName } from './providers.ts'

/** Returns why a provider without a key is not asked, as the log and the command line have it. */
export function missingKeyMessage(name: ApiProviderName): string {
  const { keyVariables, keyPage } = API_PROVIDERS[name]
  return [
    `No credentials for ${name}. Set ${keyVariables[0]} or add to credentials.json`,
    `Get your API key at: ${keyPage ?? ''}`,
  ].join('\n\n')
}

/** Returns the provider that a message says has no key; null: it says something else. */
export function providerWithoutKey(message: string): ApiProviderName | null {
  return PROVIDER_NAMES.find((name) => missingKeyMessage(name) === message) ?? null
}
