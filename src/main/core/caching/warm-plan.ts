import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { cacheFacts } from '../../../shared/cache-facts.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { requestPrice } from '../../../shared/request-price.ts'
import type { PriceList } from '../models/price-list.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelAbilities } from '../ports/provider-ports.ts'
import type { ToolBox } from '../ports/tool-ports.ts'
import { type OwnEntry, ownEntry } from './cached-prefix.ts'
import { requestLifetime } from './cache-plan.ts'
import { prefixContext, recordedLifetime } from './prefix-context.ts'

/** How long before the end of its lifetime an entry is used again, ms. Leaves time for a second attempt. */
const MARGIN_MS = 30_000

const HOUR_MS = 60 * 60_000

const ONLY_CLAUDE =
  'Only the caches of Claude models, at Anthropic and through OpenRouter, are documented to stay warm by being used.'
const IN_POOL = 'A pool may answer with another model each time.'
const THINKS = 'At this thinking level the model would think in each request. Choose the level none.'

/** A request that keeps an agent's entry in the provider's cache. */
export interface WarmPlan {
  readonly choice: ModelChoice
  readonly entry: OwnEntry
  /** When to send it, ms since the epoch. */
  readonly dueAt: number
  /** Expected tokens of the request and its response. */
  readonly tokens: number
  /** Estimated price, US dollars; null: not known. */
  readonly usd: number | null
  /** What it uses if the provider has not kept the entry. `usd`: 0 without a known price. */
  readonly most: { readonly tokens: number; readonly usd: number }
  readonly usdPerHour: number | null
}

/** Returns why nothing of this agent can be kept warm; null: it can. */
export function warmRefusal({ choice }: AgentRecord, catalog: ModelAbilities): string | null {
  if (choice === null) return NO_MODEL_CONFIGURED
  if (poolName(choice.model) !== null) return IN_POOL
  const { keptMs, entries } = cacheFacts(choice.provider, wireModelName(choice))
  if (keptMs === null || entries !== 'marks') return ONLY_CLAUDE
  return catalog.canBeBrief(choice) ? null : THINKS
}

/** Returns the next request that keeps the agent's entry warm; null: nothing of its context was cached. */
export function warmPlan(
  agent: AgentRecord,
  context: ContextReplay,
  {
    prices,
    toolBox,
    config,
    catalog,
  }: {
    readonly prices: PriceList
    readonly toolBox: ToolBox
    readonly config: Config
    readonly catalog: ModelAbilities
  },
): WarmPlan | null {
  const { choice } = agent
  if (choice === null || warmRefusal(agent, catalog) !== null) return null
  const model = wireModelName(choice)
  const facts = cacheFacts(choice.provider, model)
  const own = prefixContext(agent.id, context, choice.provider, { toolBox, config })
  const entry = ownEntry({ choice, facts, lifetimeOf: recordedLifetime(choice, config) }, own)
  if (entry === null) return null
  const { answer, tokens, usedAt, warmUntil } = entry
  const size = {
    inputTokens: answer.usage.contextTokens ?? answer.usage.inputTokens,
    outputTokens: 1,
    prefix: { tokens, warmUntil },
    headTokens: 0,
    lifetime: requestLifetime(own.items, choice, config, usedAt),
  }
  const price = prices.priceOf({ provider: choice.provider, model, requested: model })
  const { usdWarm, usdCold } = requestPrice(size, { price, facts, now: usedAt })
  const dueAt = warmUntil - MARGIN_MS
  const perHour = HOUR_MS / (dueAt - usedAt)
  const { inputTokens, outputTokens } = size
  const tokensOfRequest = inputTokens + outputTokens
  const most = { tokens: tokensOfRequest, usd: usdCold ?? 0 }
  const expected = { tokens: tokensOfRequest, usd: usdWarm, most }
  return { choice, entry, dueAt, ...expected, usdPerHour: usdWarm === null ? null : usdWarm * perHour }
}
