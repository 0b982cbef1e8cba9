import { normaliseModelName } from '../../../shared/model-table.ts'
import type { ProviderName } from '../../../shared/providers.ts'

/** The announced or past retirement of a model. */
export interface ModelEnd {
  readonly provider: ProviderName
  /** Normalised; also matches the name with a release date. */
  readonly name: string
  /** ISO date after which the model is no longer served. */
  readonly endsOn: string
  /** The suggested replacement; null: none from that provider. */
  readonly successor: string | null
}

/** From the providers' deprecation pages, November 2026. */
const MODEL_ENDS: readonly ModelEnd[] = [
  { provider: 'anthropic', name: 'claude-sonnet-4-5', endsOn: '2026-11-30', successor: 'claude-sonnet-5-5' },
  { provider: 'anthropic', name: 'claude-opus-4-5', endsOn: '2027-01-22', successor: 'claude-opus-5-5' },
  { provider: 'anthropic', name: 'claude-sonnet-4', endsOn: '2026-06-15', successor: 'claude-sonnet-5-5' },
  { provider: 'anthropic', name: 'claude-opus-4', endsOn: '2026-06-15', successor: 'claude-opus-5-5' },
  { provider: 'anthropic', name: 'claude-mythos-preview', endsOn: '2026-06-30', successor: 'claude-fable-5-2' },
  { provider: 'anthropic', name: 'claude-3-7-sonnet', endsOn: '2026-02-19', successor: 'claude-sonnet-5-5' },
  // OpenAI names no replacements here: those of its list of models count.
  { provider: 'openai', name: 'gpt-4', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'gpt-4-turbo', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'gpt-4-1-nano', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'o1', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'o3-mini', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'o4-mini', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'gpt-3-5-turbo', endsOn: '2026-10-23', successor: null },
  { provider: 'openai', name: 'gpt-5', endsOn: '2026-12-11', successor: null },
  { provider: 'openai', name: 'gpt-5-mini', endsOn: '2026-12-11', successor: null },
  { provider: 'openai', name: 'gpt-5-nano', endsOn: '2026-12-11', successor: null },
  { provider: 'openai', name: 'o3', endsOn: '2026-12-11', successor: null },
  { provider: 'openai', name: 'gpt-4-1', endsOn: '2027-01-14', successor: null },
  { provider: 'openai', name: 'gpt-4-1-mini', endsOn: '2027-01-14', successor: null },
  { provider: 'openai', name: 'gpt-4o', endsOn: '2027-01-14', successor: null },
  { provider: 'openai', name: 'gpt-4o-mini', endsOn: '2027-01-14', successor: null },
  { provider: 'openai', name: 'gpt-5-1', endsOn: '2027-04-01', successor: null },
  { provider: 'openai', name: 'gpt-5-4-nano', endsOn: '2027-04-01', successor: null },
  // Google routes both automatically for a while, to the models named here.
  { provider: 'google', name: 'gemini-2-5-pro', endsOn: '2026-12-01', successor: 'gemini-3.8-flash' },
  { provider: 'google', name: 'gemini-2-5-flash', endsOn: '2026-12-01', successor: 'gemini-3.5-flash-lite' },
  { provider: 'google', name: 'gemini-3-pro', endsOn: '2026-03-09', successor: 'gemini-3.1-pro-preview' },
  { provider: 'google', name: 'gemini-3-pro-preview', endsOn: '2026-03-09', successor: 'gemini-3.1-pro-preview' },
  // Names of the specification that Google never served; they end with the model that they refer to.
  { provider: 'google', name: 'gemini-3-0-pro', endsOn: '2026-03-09', successor: 'gemini-3.1-pro-preview' },
  { provider: 'google', name: 'gemini-3-0-flash', endsOn: '2026-03-09', successor: 'gemini-3.8-flash' },
  { provider: 'meta', name: 'llama-4-maverick', endsOn: '2026-07-06', successor: null },
]

/**
 * Models that the specification names and the snapshot no longer contains, with the figures from when they were served.
 */
export const ENDED_MODELS: readonly {
  readonly provider: ProviderName
  readonly id: string
  readonly name: string
  readonly contextWindow: number | null
  readonly maxOutput: number | null
}[] = [
  {
    provider: 'anthropic',
    id: 'claude-3-7-sonnet',
    name: 'Claude Sonnet 3.7',
    contextWindow: 200_000,
    maxOutput: 64_000,
  },
  { provider: 'anthropic', id: 'claude-sonnet-4', name: 'Claude Sonnet 4', contextWindow: 200_000, maxOutput: 64_000 },
  { provider: 'google', id: 'gemini-3-pro', name: 'Gemini 3 Pro', contextWindow: 1_048_576, maxOutput: 65_536 },
  { provider: 'google', id: 'gemini-3.0-pro', name: 'Gemini 3.0 Pro', contextWindow: null, maxOutput: null },
  { provider: 'google', id: 'gemini-3.0-flash', name: 'Gemini 3.0 Flash', contextWindow: null, maxOutput: null },
  { provider: 'meta', id: 'llama-4-maverick', name: 'Llama 4 Maverick', contextWindow: null, maxOutput: null },
]

/** Returns the announced end of a model; null: none known. */
export function modelEnd(provider: ProviderName, model: string): ModelEnd | null {
  const name = normaliseModelName(model)
  return MODEL_ENDS.find((end) => end.provider === provider && end.name === name) ?? null
}
