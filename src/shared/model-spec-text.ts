import { ENDPOINT, type ProviderName, PROVIDERS } from './providers.ts'
import type { ThinkingLevel } from './thinking-level.ts'

/** Returns a model as typed after `/model`: `claude-haiku-4-5`, `local/qwen3`. */
export function modelText(provider: ProviderName, id: string): string {
  const prefix = gatewayPrefix(provider)
  return id.startsWith(prefix) ? id : prefix + id
}

/** Returns `MODEL/LEVEL` as typed after `/model`. */
export function modelSpecText(provider: ProviderName, id: string, level: ThinkingLevel): string {
  return `${modelText(provider, id)}/${level}`
}

/** Returns the prefix of a gateway's model names: `openrouter/`, `local/`. Empty for every other provider, and for endpoints, whose models have their full names. */
export function gatewayPrefix(provider: ProviderName): string {
  return PROVIDERS[provider].isGateway && provider !== ENDPOINT ? `${provider}/` : ''
}
