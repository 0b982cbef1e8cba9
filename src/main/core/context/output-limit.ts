import type { ModelName } from '../../../shared/agent-summary.ts'
import { type ModelOptions, NO_OPTIONS } from '../../../shared/model-options.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import { DEFAULT_REPLY_TOKENS } from '../../../shared/thinking-level.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelRequest, ModelDirectory } from '../ports/provider-ports.ts'
import { requestTokens } from './estimate-tokens.ts'
import { defined } from '../../../shared/defined.ts'

export interface OutputLimit {
  /** The limit in tokens. */
  readonly tokens: number
  /** True if the limit is all that the model can write, thinking included; false if the user chose it. */
  readonly isModelMaximum: boolean
  /** What the request leaves of the window, tokens; null: the window is not known. */
  readonly room: number | null
}

/** The part of the estimate that the provider may count in addition. */
const ESTIMATE_MARGIN = 0.15
/** The margin for what the provider adds by itself: tokens, and at most this part of the window. */
const FIXED_MARGIN = 4_096
const FIXED_PART = 1 / 16
/** The least that is asked for, as a part of the window, if it is below the usual reply. */
const LEAST_PART = 1 / 4

/**
 * Returns how much a model may write in answer to a request of `inputTokens`: the agent's own limit, else
 * `max_output_tokens` of config.json, else the model's own maximum from the catalogue, else 4,096. Many providers refuse
 * a request whose input and limit together exceed the window, so no limit exceeds what the request leaves of it.
 */
export function outputLimit(
  { provider, model }: ModelName,
  inputTokens: number,
  { config, catalog }: { readonly config: Config; readonly catalog: ModelDirectory },
  { max_output_tokens: own }: ModelOptions = NO_OPTIONS,
): OutputLimit {
  const { maxOutput = null, contextWindow = null } = catalog.find(provider, model) ?? {}
  const room = contextWindow === null ? null : roomFor(inputTokens, contextWindow)
  const limited = (tokens: number, isModelMaximum: boolean): OutputLimit => {
    return { tokens: Math.min(tokens, room ?? tokens), isModelMaximum, room }
  }
  if (own !== undefined) return limited(Math.min(own, maxOutput ?? own), false)
  if (config.maxOutputTokens !== null) return limited(config.maxOutputTokens, false)
  return maxOutput === null ? limited(DEFAULT_REPLY_TOKENS, false) : limited(maxOutput, true)
}

function roomFor(inputTokens: number, window: number): number {
  const margin = Math.max(inputTokens * ESTIMATE_MARGIN, Math.min(FIXED_MARGIN, window * FIXED_PART))
  const least = Math.min(DEFAULT_REPLY_TOKENS, window * LEAST_PART)
  return Math.floor(Math.max(least, window - inputTokens - margin))
}

/** Returns the request with the output limit that follows from all that it sends. */
export function withOutputLimit(
  request: ModelRequest,
  choice: ModelName,
  settings: Parameters<typeof outputLimit>[2],
  options: ModelOptions,
): ModelRequest {
  const { tokens, isModelMaximum, room } = outputLimit(
    choice,
    requestTokens(request, choice.provider),
    settings,
    options,
  )
  return {
    ...request,
    maxOutputTokens: tokens,
    ...defined({
      isOutputMaximum: isModelMaximum ? true : undefined,
      outputRoom: room === null ? undefined : { tokens: room },
    }),
  }
}

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
