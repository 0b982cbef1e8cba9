import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import { type ModelOptions, NO_OPTIONS } from '../../../shared/model-options.ts'
import { DEFAULT_REPLY_TOKENS } from '../../../shared/thinking-budget.ts'
import { foldGrowing } from '../fold-growing.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'

/** Characters of JSON per token. Deliberately low: most texts have four. */
const CHARACTERS_PER_TOKEN = 3

export interface OutputLimit {
  /** The limit in tokens. */
  readonly tokens: number
  /** True if the limit is all that the model can write, thinking included; false if the user chose it. */
  readonly isModelMaximum: boolean
}

/**
 * Returns how much a model may write: the agent's own limit, else `max_output_tokens` of config.json, else the model's
 * own maximum from the catalogue, else 4,096. Some providers refuse a request whose input and limit together exceed the
 * context window, so the maximum shrinks as the context grows, but not below 4,096.
 */
export function outputLimit(
  { provider, model }: Pick<ModelChoice, 'provider' | 'model'>,
  context: readonly AgentEvent[],
  {
    config,
    catalog,
  }: { readonly config: Pick<Config, 'maxOutputTokens'>; readonly catalog: Pick<ModelCatalog, 'find'> },
  { max_output_tokens: own }: ModelOptions = NO_OPTIONS,
): OutputLimit {
  const { maxOutput = null, contextWindow = null } = catalog.find(provider, model) ?? {}
  if (own !== undefined) return { tokens: Math.min(own, maxOutput ?? own), isModelMaximum: false }
  if (config.maxOutputTokens !== null) return { tokens: config.maxOutputTokens, isModelMaximum: false }
  if (maxOutput === null) return { tokens: DEFAULT_REPLY_TOKENS, isModelMaximum: false }
  const room = contextWindow === null ? maxOutput : contextWindow - roughTokens(context)
  return { tokens: Math.min(maxOutput, Math.max(DEFAULT_REPLY_TOKENS, room)), isModelMaximum: true }
}

/** Upper bound that holds for most texts. Not an estimate of usage, and never recorded. */
function roughTokens(context: readonly AgentEvent[]): number {
  return Math.ceil(charactersOf(context) / CHARACTERS_PER_TOKEN)
}

const charactersOf = foldGrowing<AgentEvent, number>(
  () => 0,
  (characters, { content, data }) => characters + (content?.length ?? 0) + sizeOfTexts(data),
)

/** Total length of all texts in a value, without serialising it to JSON. */
export function sizeOfTexts(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let size = 0
  for (const entry of Object.values(value)) size += sizeOfTexts(entry)
  return size
}
