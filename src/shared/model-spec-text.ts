import type { ProviderName } from './provider-name.ts'
import type { ThinkingLevel } from './thinking-level.ts'

/**
 * Providers whose models are typed with the provider in front, because the name alone does not tell
 * (docs/behaviour/models.md#provider-inference).
 */
const PREFIXED: ReadonlySet<ProviderName> = new Set<ProviderName>(['openrouter', 'local'])

/** A model as it is typed after `/model`: `claude-haiku-4-5`, `local/qwen3`. */
export function modelText(provider: ProviderName, id: string): string {
  return PREFIXED.has(provider) && !id.startsWith(`${provider}/`) ? `${provider}/${id}` : id
}

/** `MODEL/LEVEL` as it is typed after `/model`. */
export function modelSpecText(provider: ProviderName, id: string, level: ThinkingLevel): string {
  return `${modelText(provider, id)}/${level}`
}
