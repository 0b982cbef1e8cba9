import { KEY_SOURCES } from '../../../shared/key-sources.ts'
import type { ProviderName } from '../../../shared/provider-name.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The provider's key in the environment, without white space round it; null: none. An empty variable is none. */
export function keyFromEnvironment(provider: ProviderName, environment: Environment): string | null {
  const keys = KEY_SOURCES[provider].variables.map((name) => environment[name]?.trim())
  return keys.find((key) => key) ?? null
}
