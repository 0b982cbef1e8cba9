import { type ProviderName, PROVIDERS } from '../../../shared/providers.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the provider's key in the environment, trimmed; null: none. An empty variable counts as none. */
export function keyFromEnvironment(provider: ProviderName, environment: Environment): string | null {
  const keys = PROVIDERS[provider].keyVariables.map((name) => environment[name]?.trim())
  return keys.find((key) => key) ?? null
}
