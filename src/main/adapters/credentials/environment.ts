import { type ApiProviderName, API_PROVIDERS } from '../../../shared/providers.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the provider's key in the environment, trimmed; null: none. An empty variable counts as none. */
export function keyFromEnvironment(provider: ApiProviderName, environment: Environment): string | null {
  const keys = API_PROVIDERS[provider].keyVariables.map((name) => environment[name]?.trim())
  return keys.find((key) => key) ?? null
}
