import type { ModelName } from '../../../shared/agent-summary.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'

/** The part of its window that a model is sent of one result at most. */
const RESULT_PART = 1 / 10

export interface ResultSettings {
  readonly config: Config
  readonly catalog: ModelDirectory
}

/** Returns how much of one result a model is sent at most, estimated tokens; an outside agent limits its results itself. */
export function resultLimit(
  { provider, model }: ModelName,
  { config, catalog }: ResultSettings,
): { readonly resultTokens?: number } {
  if (provider === OUTSIDE) return {}
  const window = catalog.find(provider, model)?.contextWindow ?? Number.POSITIVE_INFINITY
  return { resultTokens: Math.min(config.maxResultTokens, Math.floor(window * RESULT_PART)) }
}
